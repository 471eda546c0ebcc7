package tessera.demo.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters behind the question mark, decoded. */
public final class QueryParameters {

    private final String raw;
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** @param raw as sent, without the question mark */
    public QueryParameters(String raw) {
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

    public String raw() {
        return raw;
    }

    public @Nullable String first(String name) {
        var all = values.get(name);
        return all == null ? null : all.getFirst();
    }

    public String first(String name, String otherwise) {
        var value = first(name);
        return value == null ? otherwise : value;
    }

    public List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /** Read as an API server reads it: anything but absence, {@code false} and {@code 0} is true. */
    public boolean flag(String name) {
        var value = first(name);
        return value != null && !value.equals("0") && !value.toLowerCase(Locale.ROOT).equals("false");
    }

    /** What cannot be decoded is taken as it is: a bad escape in a parameter is no reason to fail the request. */
    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
