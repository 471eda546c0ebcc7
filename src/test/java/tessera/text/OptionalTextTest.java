package tessera.text;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class OptionalTextTest {

    @Test
    void emptyTextGivesWayToItsDefault() {
        assertEquals("-", OptionalText.orElse("", "-"));
        assertEquals("node", OptionalText.orElse("node", "-"));
    }

    @Test
    void marksGoWithTheTextOnly() {
        assertEquals("", OptionalText.prefixed(": ", ""));
        assertEquals(": late", OptionalText.prefixed(": ", "late"));
        assertEquals("", OptionalText.suffixed("", "/"));
        assertEquals("team/", OptionalText.suffixed("team", "/"));
    }
}
