package tessera.demo.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The header fields of one message: ordered, with case-insensitive and repeatable names. */
public final class HttpHeaderFields {

    private record HeaderField(String name, String value) {}

    private final List<HeaderField> fields = new ArrayList<>();

    /** Creates fields from alternating names and values. */
    public static HttpHeaderFields of(String... namesAndValues) {
        var headers = new HttpHeaderFields();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return headers;
    }

    public HttpHeaderFields add(String name, String value) {
        fields.add(new HeaderField(name, value));
        return this;
    }

    public HttpHeaderFields set(String name, String value) {
        fields.removeIf(field -> field.name().equalsIgnoreCase(name));
        return add(name, value);
    }

    public @Nullable String firstValue(String name) {
        for (var field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }

    public String firstValue(String name, String otherwise) {
        var value = firstValue(name);
        return value == null ? otherwise : value;
    }

    public List<String> allValues(String name) {
        return fields.stream().filter(field -> field.name().equalsIgnoreCase(name)).map(HeaderField::value).toList();
    }

    /** Returns whether a comma-separated field contains the token, ignoring case. */
    public boolean listsToken(String name, String token) {
        for (var value : allValues(name)) {
            for (var item : value.toLowerCase(Locale.ROOT).split(",", -1)) {
                if (item.strip().equals(token.toLowerCase(Locale.ROOT))) {
                    return true;
                }
            }
        }
        return false;
    }

    public void forEach(BiConsumer<String, String> each) {
        fields.forEach(field -> each.accept(field.name(), field.value()));
    }

    int size() {
        return fields.size();
    }
}
