package tessera.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is a text stays one, whoever reads it. */
class ReadableYamlMapperFactoryTest {

    private static String written(String text) throws Exception {
        return ReadableYamlMapperFactory.mapper()
                .writeValueAsString(JsonNodeFactory.instance.objectNode().put("name", text)).strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.10", "10", "1e3", "1E+3", "-.5e1", "0x1f", "0o17", "1_000", "12:30", "190:20:30", ".inf",
        "true", "null", "~", ""})
    void aTextThatSomeReaderTakesForSomethingElseIsQuoted(String text) throws Exception {
        assertThat(written(text)).isEqualTo("name: \"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10Gi", "500m", "1g.10gb", "nvidia.com/gpu", "h100-07", "1e3x", "0.1.2", "cron-12"})
    void anyOtherIsNot(String text) throws Exception {
        assertThat(written(text)).isEqualTo("name: " + text);
    }
}
