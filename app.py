"""What `streamlit run app.py` takes. One file in two roles.

The server imports it as the module `app` and serves `app` below: LightPrism's own headers and files around Streamlit.
For every browser session Streamlit then runs the same file as `__main__`: that draws the pages.
"""

import streamlit as st

if __name__ == "__main__":
    from pages.parts.shell import draw

    draw()
else:
    from pages.parts.server import MIDDLEWARE, ROUTES, pages_through_app

    pages_through_app()
    app = st.App(__file__, middleware=MIDDLEWARE, routes=ROUTES)
