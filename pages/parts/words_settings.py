"""The strings of the Settings page."""

from __future__ import annotations

from types import MappingProxyType

TITLE = "Settings"
OF_WORKSPACE = "They hold for the workspace **{name}**; every workspace has its own."

# --- engine -----------------------------------------------------------------------------------------------------------

ENGINE = "Engine"
KINDS = MappingProxyType({"embedded": "Embedded", "ollama": "Ollama"})
KIND_LABEL = "What reads the documents and the questions"
ABOUT = MappingProxyType(
    {
        "embedded": (
            "Reads by statistics on this computer, with no server and no download: quick, finds named things and plain "
            "statements, misses what is only implied, writes no answers, and compares meanings best in English."
        ),
        "ollama": (
            "A language model on the Ollama server below reads the documents and the questions: slower, but it "
            "understands what is said. Texts go to that server and nowhere else."
        ),
    }
)
HOST = "Address of the Ollama server"
HOST_HELP = (
    "Empty means the usual one: OLLAMA_HOST where it is set, else this computer. `name` or `name:port` is enough."
)
LOOK_AGAIN = "Look again"
LOOKING = "Asking the server what it has"
ANSWERS = "Ollama {version} answers at {host}. It has {count}."
MODELS_ONE, MODELS_MANY = "1 model", "{count:,} models"
MODELS_NONE = "The server has no model yet"
MODELS_NONE_HINT = "Pull one that reads and one that embeds, below."

# --- models -----------------------------------------------------------------------------------------------------------

MODELS = "Models"
CHAT = "Reads and answers"
CHAT_HELP = "The chat model: it reads passages and questions. Larger ones read better and slower."
EMBED = "Compares meanings"
EMBED_HELP = "The embedding model: it turns texts into vectors. Vectors of two models are never mixed."
CHOSEN = "Chosen here: {models}."
CHOOSE = "Choose a model"
NOT_THERE = "not on this server"
MISSING = "**{model}** is not on this server."
WRONG_KIND = "It can't do this. Choose another."
PULL_IT = "Pull {model}"
NONE_READS = "No model here can read. Pull one below."
NONE_EMBEDS = "No model here can embed. Pull one below."
BOTH_SAME = "One model does both. Models made for embedding usually compare meanings better."
PARAMETERS = "{n} parameters"
SIZE_GB, SIZE_MB, SIZE_KB, SIZE_B = "{n:.1f} GB", "{n:.0f} MB", "{n:.0f} kB", "{n:.0f} B"
WINDOW = "reads {n:,} tokens at once"
DIMENSION = "{n:,} dimensions"
REFUSED = "Models that can't be used here ({count})"

TEST = "Test both models"
TEST_HELP = "Asks the first for one sentence and lets the second embed one. A model that is not loaded is loaded first."
TESTING = "Testing … {seconds}"
CANCEL = "Cancel"
TEST_STOPPED = "The test was cancelled."
ASKED = "Asked: {question}"
NO_WORD = "It answered without a word."
SPEED = "{rate} tokens a second"
FIRST = "first word after {seconds}"
IN_ALL = "{tokens:,} tokens in {seconds}"
EMBEDDED = "{dimension:,} dimensions, a passage of 20 words in {seconds}"
LOADED = "ready after {seconds}"
SECONDS_SHORT, SECONDS_LONG = "{n:.2f} s", "{n:.0f} s"
CLOSE = "Close"

PULL = "Pull a model"
PULL_HINT = (
    "Ollama downloads the model from its own library to the computer it runs on. LightPrism itself downloads nothing, "
    "and this happens only when you click."
)
PULL_NAME = "Name, as in Ollama's library"
PULL_PLACEHOLDER = "name:size"
PULL_BUTTON = "Pull"
PULLING = "Pulling **{name}**"
PULLED_OF = "{done} of {total}"
PULL_RATE = "{size} a second"
PULL_LEFT = "about {time} left"
PULL_STARTING = "Getting ready"
PULL_STOPPING = "Cancelling …"
PULL_DONE = "**{name}** is on the server now."
PULL_STOPPED = "The pull of **{name}** was cancelled. What is downloaded is kept for later."

# --- passages ---------------------------------------------------------------------------------------------------------

PASSAGES = "Passages"
PASSAGES_HINT = "A document is cut into passages that are read and searched one by one."
UNIT = "Counted in"
UNITS = MappingProxyType({"tokens": "Tokens", "word pieces": "Word pieces", "characters": "Characters"})
UNIT_HELP = (
    "**Tokens** are about four characters of English. **Word pieces** are what the embedded engine counts. "
    "**Characters** are what LightRAG's lesson counts."
)
SIZE = "Size at most"
SIZE_HELP = "Long passages give a model more to connect; short ones are found more exactly."
OVERLAP = "Overlap"
OVERLAP_HELP = "So much of each passage stands at the start of the next, so that no sentence loses its neighbours."
TOO_LONG_FOR_EMBEDDED = (
    "The embedded engine compares meanings over 256 word pieces at a time. Longer passages count as the mean of their "
    "parts, which finds them less exactly."
)

# --- reading ----------------------------------------------------------------------------------------------------------

READING = "Reading"
READING_EMBEDDED = (
    "The embedded engine reads in one fixed way. Entity types, style and instructions are for a language model."
)
TYPES = "Entity types"
TYPES_HELP = "What the model is to look for. Choose, or type your own and press Enter."
TYPES_NOTE = "They guide the model; *other* is always allowed, so nothing is lost for want of a type."
STYLE = "Style of the reply"
STYLES = MappingProxyType(
    {
        "json": ("JSON", "One reply in a fixed shape. Most models do best with it."),
        "tuple": ("Rows", "The classic LightRAG rows, parted by marks. For models that get JSON wrong."),
        "two-step": ("Two steps", "First the entities, then relations among those only: two calls, fewer loose ends."),
    }
)
GLEANING = "Look a second time at each passage"
GLEANING_HELP = "Asks what was missed: a call more for each passage, usually a few entities more."
LANGUAGE = "Instructions in"
LANGUAGES = MappingProxyType({"auto": "As the passage", "en": "English", "zh": "Chinese"})
LANGUAGE_HELP = "Chinese passages are asked about in Chinese, all others in English, unless you choose one."
WRITE_IN = "Write descriptions in"
WRITE_IN_HELP = "Empty keeps the language of the text. Names are kept as they stand in any case."
WRITE_IN_PLACEHOLDER = "the language of the text"
MAX_TOKENS = "Room for a reply (tokens)"
MAX_TOKENS_HELP = "A reply that runs out of room is asked for once more with twice the room."

# --- speed ------------------------------------------------------------------------------------------------------------

SPEED_TITLE = "Speed and patience"
WORKERS = "Passages side by side"
WORKERS_HELP = "How many are sent at once. Ollama decides how many really run so: OLLAMA_NUM_PARALLEL, usually 1."
READ_S = "Reading a passage (s)"
ASK_S = "Reading a question (s)"
EMBED_S = "Embedding (s)"
LIMITS = "A call is given up after so many seconds; the passage is listed as failed and can be tried again."

NUMBERS = MappingProxyType(
    {
        "size": (SIZE, SIZE_HELP),
        "overlap": (OVERLAP, OVERLAP_HELP),
        "max_tokens": (MAX_TOKENS, MAX_TOKENS_HELP),
        "workers": (WORKERS, WORKERS_HELP),
        "read_s": (READ_S, None),
        "ask_s": (ASK_S, None),
        "embed_s": (EMBED_S, None),
    }
)

# --- what changes -----------------------------------------------------------------------------------------------------

CHANGES = "Changes"
NO_CHANGES = "What you change here holds from when you save it."
CHANGED = "{label}: {before} → {after}"
NOTHING, ON, OFF = "–", "on", "off"
EFFECTS_LOOKING = "Counting what has to be done again"
EFFECTS = "What has to be done again"
EFFECTS_NOTHING = "Nothing that was read has to be done again."
RECUT = "**{documents:,}** documents are cut anew, into {chunks:,} passages instead of {before:,}."
RECUT_ONE = "**1** document is cut anew, into {chunks:,} passages instead of {before:,}."
AGAIN = "**{chunks:,}** passages are read again: {calls}, about {tokens:,} tokens to read, {time}."
CALL_ONE, CALL_MANY = "1 call", "{n:,} calls"
AGAIN_ONE = "**1** passage is read again: {calls}, about {tokens:,} tokens to read, {time}."
AGAIN_EMBEDDED = "**{chunks:,}** passages are read again; the embedded engine asks no model for it."
AGAIN_CACHED = "{cached:,} of the calls are answered from kept replies and cost nothing."
TIME, TIME_UNKNOWN = "about {time}", "how long can't be told before the first one"
REEMBED = "**{texts:,}** texts get new vectors. Searching goes on with the old ones until that is done."
KEPT_UNTIL = "What was read counts until the new reading is there; nothing is mixed."
RULINGS = "Of your decisions {hold:,} hold, {wait:,} wait for the new reading, {idle:,} have nothing to act on."
EFFECTS_UNKNOWN = "What has to be done again can't be told now:"
TRY_FIVE = "Try it on five passages"
TRY_HELP = "Reads five passages taken at random with these settings. Nothing that is kept changes."
TRYING = "{done} of 5 read … {seconds}"
TRIAL_STOPPED = "The trial was cancelled."
TRIED = "{title}, passage {number}"
TRIED_ENTITIES, TRIED_RELATIONS = "entities {before:,} → {after:,}", "relations {before:,} → {after:,}"
TRIED_NEW, TRIED_GONE = "new: {names}", "no more: {names}"
TRIED_REJECTED, TRIED_UNGROUNDED = "{count:,} rejected", "{count:,} not in the passage"
READ_AGAIN = "Read them again"
EMBED_AGAIN = "Make the vectors anew"
SAVE = "Save"
DISCARD = "Discard"
SAVED = "Saved."
BUSY = "Documents are being read. Stop that on the Documents page, then save."
READ_ONLY = "This workspace can only be read here"
READ_ONLY_HINT = "It is held for writing by {holder}. Close that program to change its settings here."
FIELDS = MappingProxyType(
    {
        "kind": "Engine",
        "host": HOST,
        "chat_model": CHAT,
        "embed_model": EMBED,
        "workers": WORKERS,
        "read_s": READ_S,
        "ask_s": ASK_S,
        "embed_s": EMBED_S,
        "unit": "Passages counted in",
        "size": "Size of passages",
        "overlap": "Overlap of passages",
        "types": TYPES,
        "style": STYLE,
        "gleaning": "Second look",
        "language": LANGUAGE,
        "write_in": WRITE_IN,
        "max_tokens": MAX_TOKENS,
    }
)
