package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cel.Cel;
import tessera.cel.CelError;
import tessera.cel.LibraryTypes;

/**
 * An expression that selects devices.
 *
 * @param domains of which it asks for something; where a device has nothing of one it has an empty map
 * @param cel     empty where it cannot be read here
 */
record Selector(Set<String> domains, Optional<Cel> cel) {

    private static final Pattern DOMAIN = Pattern.compile("\\[\\s*['\"]([^'\"]+)['\"]\\s*\\]");

    private static final String LACKS = "no such key: ";

    /** The server takes none that is longer. */
    private static final int LONGEST = 10 * 1024;

    /** What it says of a device. */
    enum Verdict {
        TAKEN,
        LEFT,
        /** It asks in a way that is not known here. */
        UNKNOWN
    }

    static Selector of(String text) {
        var domains = DOMAIN.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
        try {
            return new Selector(domains, text.length() > LONGEST ? Optional.empty() : Optional.of(Cel.of(text)));
        } catch (CelError _) {
            return new Selector(domains, Optional.empty());
        }
    }

    /**
     * What it comes to with a device.
     *
     * @param lack what it asks of the device that this does not have, in the words of an API server; empty for nothing
     */
    record Answer(Verdict verdict, Optional<String> lack) {}

    Verdict of(Device device) {
        return ask(device).verdict();
    }

    Answer ask(Device device) {
        if (cel.isEmpty()) {
            return new Answer(Verdict.UNKNOWN, Optional.empty());
        }
        try {
            return new Answer(cel.get().holds(Map.of("device", described(device))) ? Verdict.TAKEN : Verdict.LEFT,
                    Optional.empty());
        } catch (CelError error) {
            // An attribute that a device lacks leaves it out, too.
            return error.unknown() ? new Answer(Verdict.UNKNOWN, Optional.empty())
                    : new Answer(Verdict.LEFT,
                            Optional.ofNullable(error.getMessage()).filter(words -> words.startsWith(LACKS)));
        }
    }

    private JsonNode described(Device device) {
        var described = JsonNodeFactory.instance.objectNode().put("driver", device.driver());
        described.put("allowMultipleAllocations", device.body().path("allowMultipleAllocations").asBoolean());
        for (var part : Set.of("attributes", "capacity")) {
            var values = described.putObject(part);
            domains.forEach(values::putObject);
            device.body().path(part).properties().forEach(told -> put(values, told.getKey(), told.getValue(), device));
        }
        return described;
    }

    /** Names without a domain are of the driver's own. */
    private static void put(ObjectNode values, String full, JsonNode told, Device device) {
        int slash = full.indexOf('/');
        var domain = slash < 0 ? device.driver() : full.substring(0, slash);
        var into = values.get(domain) instanceof ObjectNode known ? known : values.putObject(domain);
        try {
            into.set(full.substring(slash + 1), value(told));
        } catch (CelError _) {
            // What is neither a quantity nor a version is as good as not told.
            into.remove(full.substring(slash + 1));
        }
    }

    /** Attributes say their type beside the value, capacities are quantities. */
    private static JsonNode value(JsonNode told) throws CelError {
        if (told.has("value")) {
            return LibraryTypes.quantity(told.path("value").asText());
        }
        return told.has("version") ? LibraryTypes.version(told.path("version").asText())
                : told.elements().hasNext() ? told.elements().next() : told;
    }
}
