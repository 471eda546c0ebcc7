package tessera.yaml;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.Serial;
import java.util.regex.Pattern;

/** YAML as people write it: texts without quotes wherever every reader takes them for texts. Any thread. */
public final class ReadableYamlMapperFactory {

    private static final YAMLMapper MAPPER = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES).enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            // Without this, the text 1.10 would be a number to the next reader.
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .stringQuotingChecker(new NumberTextQuotingChecker()).build());

    private ReadableYamlMapperFactory() {}

    /** Returns the mapper that reads and writes this YAML. */
    public static YAMLMapper mapper() {
        return MAPPER;
    }

    /** Quotes also texts that only some readers take for numbers: 1e3, 0x1f, 1_000 or 12:30. */
    private static final class NumberTextQuotingChecker extends StringQuotingChecker.Default {

        @Serial
        private static final long serialVersionUID = 1L;
        private static final Pattern NUMBER = Pattern.compile("[-+]?(?:[0-9][0-9_]*(?:\\.[0-9_]*)?|\\.[0-9][0-9_]*)"
                + "(?:[eE][-+]?[0-9]+)?|[-+]?0[xob][0-9a-fA-F_]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])++(?:\\.[0-9_]*)?"
                + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

        @Override
        public boolean needToQuoteValue(String value) {
            return super.needToQuoteValue(value) || NUMBER.matcher(value).matches();
        }

        @Override
        public boolean needToQuoteName(String name) {
            return super.needToQuoteName(name) || NUMBER.matcher(name).matches();
        }
    }
}
