package tessera.text;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class TextExcerptTest {

    @Test
    void firstSeparatorDividesTheText() {
        assertEquals("a", TextExcerpt.beforeFirst("a=b=c", "="));
        assertEquals("b=c", TextExcerpt.afterFirst("a=b=c", "="));
    }

    @Test
    void withoutSeparatorAllStandsBeforeIt() {
        assertEquals("abc", TextExcerpt.beforeFirst("abc", "="));
        assertEquals("", TextExcerpt.afterFirst("abc", "="));
    }

    @Test
    void onlyLongerTextIsCut() {
        assertEquals("four", TextExcerpt.shorten("four", 4));
        assertEquals("long…", TextExcerpt.shorten("longer", 4));
    }

    @Test
    void endingIsCutOnce() {
        assertEquals("/path/", TextExcerpt.withoutSuffix("/path//", "/"));
        assertEquals("path", TextExcerpt.withoutSuffix("path", "/"));
    }
}
