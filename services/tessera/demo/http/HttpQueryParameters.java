package tessera.demo.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The decoded parameters of a query string. */
public final class HttpQueryParameters {

    private final String raw;
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** @param raw as sent, without the question mark */
    public HttpQueryParameters(String raw) {
        this.raw = raw;
        for (var part : raw.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                var name = decode(equals < 0 ? part : part.substring(0, equals));
                var value = equals < 0 ? "" : decode(part.substring(equals + 1));
                values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
        }
    }

    public String rawText() {
        return raw;
    }

    public @Nullable String firstValue(String name) {
        var all = values.get(name);
        return all == null ? null : all.getFirst();
    }

    public String firstValue(String name, String otherwise) {
        var value = firstValue(name);
        return value == null ? otherwise : value;
    }

    public List<String> allValues(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** Returns whether a flag is set, as an API server reads it: absence, {@code false} and {@code 0} are false. */
    public boolean isTrue(String name) {
        var value = firstValue(name);
        return value != null && !value.equals("0") && !value.toLowerCase(Locale.ROOT).equals("false");
    }

    /** Decodes a percent-encoded text; invalid escapes stay as they are. */
    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
