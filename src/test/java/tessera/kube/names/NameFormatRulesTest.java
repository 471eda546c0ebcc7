package tessera.kube.names;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What an API server of version 1.36 answered to names, and no more than that. */
class NameFormatRulesTest {

    private static final String QUALIFIED = "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
            + "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation "
            + "is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    @ParameterizedTest
    @ValueSource(strings = {"Bad_Name", "-a", "a-", "a..b", "a.-b", "", "ä"})
    void aSubdomainThatIsNoneIsAnsweredWithTheRule(String name) {
        assertThat(NameFormatRules.checkSubdomain(name))
                .containsExactly("a lowercase RFC 1123 subdomain must consist of "
                        + "lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character "
                        + "(e.g. 'example.com', regex used for validation is "
                        + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    }

    @Test
    void lengthsAreBytesAndTheLongestIsAllowed() {
        assertThat(NameFormatRules.checkSubdomain("a".repeat(253))).isEmpty();
        assertThat(NameFormatRules.checkSubdomain("a".repeat(254))).containsExactly("must be no more than 253 bytes");
        assertThat(NameFormatRules.checkLabel("a".repeat(63))).isEmpty();
        assertThat(NameFormatRules.checkLabelValue("A".repeat(64))).containsExactly("must be no more than 63 bytes");
        assertThat(NameFormatRules.checkQualifiedName("a".repeat(63))).isEmpty();
        assertThat(NameFormatRules.checkQualifiedName("a".repeat(64)))
                .containsExactly("name part must be no more than 63 bytes");
        assertThat(NameFormatRules.checkLabelValue("ä".repeat(32))).first().isEqualTo("must be no more than 63 bytes");
        assertThat(NameFormatRules.checkPortName("a".repeat(15))).isEmpty();
        assertThat(NameFormatRules.checkPortName("a".repeat(16))).containsExactly("must be no more than 15 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "1-a.b--c", "x--1"})
    void subdomainsAreLowerCaseLabelsWithDots(String name) {
        assertThat(NameFormatRules.checkSubdomain(name)).isEmpty();
    }

    @Test
    void labelsHaveNoDotsAndServicesBeginWithALetter() {
        assertThat(NameFormatRules.checkLabel("1-a")).isEmpty();
        assertThat(NameFormatRules.checkLabel("a.b")).singleElement().asString()
                .startsWith("a lowercase RFC 1123 label must consist of").endsWith("'[a-z0-9]([-a-z0-9]*[a-z0-9])?')");
        assertThat(NameFormatRules.checkServiceName("a-1")).isEmpty();
        assertThat(NameFormatRules.checkServiceName("1-a")).singleElement().asString()
                .startsWith("a DNS-1035 label must consist of").endsWith("'[a-z]([-a-z0-9]*[a-z0-9])?')");
    }

    @Test
    void labelValuesMayBeEmptyAndHaveNoBlanks() {
        assertThat(NameFormatRules.checkLabelValue("")).isEmpty();
        assertThat(NameFormatRules.checkLabelValue("NVIDIA-H200_1.x")).isEmpty();
        assertThat(NameFormatRules.checkLabelValue("NVIDIA H200")).containsExactly(
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
                        + "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', "
                        + "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }

    @Test
    void keysAreNamesWithAnOptionalDomain() {
        assertThat(NameFormatRules.checkQualifiedName("nvidia.com/gpu")).isEmpty();
        assertThat(NameFormatRules.checkQualifiedName("gpu")).isEmpty();
        assertThat(NameFormatRules.checkQualifiedName("nvidia.com/gpu!")).containsExactly("name part " + QUALIFIED);
        assertThat(NameFormatRules.checkQualifiedName("nvidia.com/")).containsExactly("name part must be non-empty",
                "name part " + QUALIFIED);
        assertThat(NameFormatRules.checkQualifiedName("/gpu")).containsExactly("prefix part must be non-empty");
        assertThat(NameFormatRules.checkQualifiedName("Nvidia/gpu")).singleElement().asString()
                .startsWith("prefix part a lowercase RFC 1123 subdomain must");
        assertThat(NameFormatRules.checkQualifiedName("a/b/c")).containsExactly("a qualified name " + QUALIFIED
                + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"a.b-C_1 |", ". | must not be '.'", ".. | must not be '..'",
        "..x | must not start with '..'", ".x |"})
    void configKeysAreFileNames(String key, String wrong) {
        assertThat(NameFormatRules.checkConfigKey(key)).isEqualTo(wrong == null ? List.of() : List.of(wrong));
        assertThat(NameFormatRules.checkConfigKey("a b")).singleElement().asString()
                .startsWith("a valid config key must consist of").endsWith("'[-._a-zA-Z0-9]+')");
    }

    @Test
    void portNamesTellEverythingThatIsWrong() {
        assertThat(NameFormatRules.checkPortName("http-2")).isEmpty();
        assertThat(NameFormatRules.checkPortName("-8--0_")).containsExactly(
                "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                "must contain at least one letter (a-z)", "must not contain consecutive hyphens",
                "must not begin or end with a hyphen");
        assertThat(NameFormatRules.checkPortName("a-")).containsExactly("must not begin or end with a hyphen");
    }

    @Test
    void roleNamesAreSegmentsOfAPath() {
        assertThat(NameFormatRules.checkPathSegment("system:node")).isEmpty();
        assertThat(NameFormatRules.checkPathSegment("a/b%c")).containsExactly("may not contain '/'",
                "may not contain '%'");
        assertThat(NameFormatRules.checkPathSegment(".")).containsExactly("may not be '.'");
        assertThat(NameFormatRules.checkPathSegment("..")).containsExactly("may not be '..'");
    }
}
