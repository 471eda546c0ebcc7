package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A device that a driver publishes.
 *
 * @param node empty where every node reaches it
 * @param body as it stands in its slice
 */
record Device(String driver, String pool, String name, String node, JsonNode body) {

    String key() {
        return driver + "/" + pool + "/" + name;
    }

    boolean reaches(String of) {
        return node.isEmpty() || node.equals(of);
    }

    /** Whether it is tainted so that nobody is to have it. */
    boolean tainted() {
        for (var taint : body.path("taints")) {
            if (taint.path("effect").asText().startsWith("No") && !taint.path("effect").asText().equals("None")) {
                return true;
            }
        }
        return false;
    }

    /** What a driver says under a name; names without a domain are of the driver's own. */
    JsonNode told(String part, String domain, String name) {
        var values = body.path(part);
        return values.has(domain + "/" + name) ? values.path(domain + "/" + name)
                : domain.equals(driver) ? values.path(name) : values.path("");
    }

    /** An attribute by its full name, e.g. {@code gpu.nvidia.com/parentUUID}; empty where it has none. */
    String attribute(String full) {
        int slash = full.indexOf('/');
        var value = slash < 0 ? body.path("attributes").path(full)
                : told("attributes", full.substring(0, slash), full.substring(slash + 1));
        return value.isMissingNode() ? "" : value.toString();
    }
}
