package tessera.model;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Words of others are words, on a terminal and in a spreadsheet. */
class ForeignTextSanitizerTest {

    @Test
    void nothingIsObeyedAndEverythingElseStays() {
        assertThat(ForeignTextSanitizer.sanitize("a\tb\nc\r\nd é 漢 \u001b[2J\u009b1m\u202ex\r"))
                .isEqualTo("a\tb\nc\r\nd é 漢 \ufffd[2J\ufffd1m\ufffdx\ufffd");
        assertThat(ForeignTextSanitizer.singleLine("a  \r\n  b\tc\u2028d\u0085\n\ne \u0007"))
                .isEqualTo("a b c d e \ufffd");
        assertThat(ForeignTextSanitizer.escapeJson("{\"a\" : \"\u009b\u007f\u202eé\"}\n"))
                .isEqualTo("{\"a\" : \"\\u009b\\u007f\\u202eé\"}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1", "-x", "\ttext", "--"})
    void whatASpreadsheetWouldCalculateIsText(String field) {
        assertThat(SpreadsheetSafeCsvEscaper.neutralizeFormula(field)).startsWith("'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "-0.25", "12", "-", "", "a=b", "ml/train-0", "GPU-1,GPU-2", "-1.5E-7"})
    void numbersAndOtherTextStayAsTheyAre(String field) {
        assertThat(SpreadsheetSafeCsvEscaper.neutralizeFormula(field)).isEqualTo(field);
    }

    @Test
    void fieldsAreQuotedAsReadersOfCsvExpect() {
        assertThat(SpreadsheetSafeCsvEscaper.escapeField("=HYPERLINK(\"http://x\", 1)"))
                .isEqualTo("\"'=HYPERLINK(\"\"http://x\"\", 1)\"");
        assertThat(SpreadsheetSafeCsvEscaper.escapeField("a\nb")).isEqualTo("a b");
    }
}
