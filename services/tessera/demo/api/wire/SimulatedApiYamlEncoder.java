package tessera.demo.api.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.UncheckedIOException;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Encoder of YAML as an API server writes it: keys in order, no document marker. */
final class SimulatedApiYamlEncoder {

    static final YAMLFactory FACTORY = YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES).enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .stringQuotingChecker(new GoYamlQuotingChecker()).build();

    private static final ObjectMapper MAPPER = new ObjectMapper(FACTORY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /** The quoting rules of Go's encoder: timestamps are quoted, a lone dot is not. */
    private static final class GoYamlQuotingChecker extends StringQuotingChecker.Default {

        @java.io.Serial
        private static final long serialVersionUID = 1;
        private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}.*");

        @Override
        public boolean needToQuoteName(String name) {
            return !name.equals(".") && super.needToQuoteName(name);
        }

        @Override
        public boolean needToQuoteValue(String value) {
            return DATE.matcher(value).matches() || super.needToQuoteValue(value);
        }
    }

    private SimulatedApiYamlEncoder() {}

    static byte[] encode(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(MAPPER.convertValue(tree, TreeMap.class));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
