package tessera.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The sentence of a key as a reason, where a record would name no further fields. */
record CatalogReason(MessageCatalog catalog, String key, List<Object> arguments) implements Reason {

    @Override
    public String code() {
        return Arrays.stream(key.split("[.-]")).map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());
    }

    @Override
    public String text() {
        return catalog.text(key, arguments.toArray());
    }

    @Override
    public String remedyText() {
        return catalog.remedyText(key, name -> arguments.get(Integer.parseInt(name)));
    }

    @Override
    public Map<String, Object> fieldValues() {
        return Map.of("arguments", arguments);
    }
}
