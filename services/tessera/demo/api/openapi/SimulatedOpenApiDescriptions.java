package tessera.demo.api.openapi;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The descriptions of types and fields. */
final class SimulatedOpenApiDescriptions {

    private final Map<String, String> texts = readDescriptions();

    /** @param subject a type, or a type and a field with a dot between */
    String descriptionOf(String subject) {
        return texts.getOrDefault(subject, "");
    }

    private static Map<String, String> readDescriptions() {
        try (var in = SimulatedOpenApiDescriptions.class.getResourceAsStream("descriptions.txt")) {
            if (in == null) {
                throw new IllegalStateException("descriptions.txt is missing");
            }
            var texts = new HashMap<String, String>();
            for (var line : new InputStreamReader(in, StandardCharsets.UTF_8).readAllLines()) {
                int tab = line.indexOf('\t');
                if (tab > 0) {
                    texts.put(line.substring(0, tab), line.substring(tab + 1));
                }
            }
            return Map.copyOf(texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
