package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to meet a request of a claim.
 *
 * @param all whether every device is wanted that suits it
 */
record Wish(String name, String deviceClass, JsonNode selectors, boolean all, int count) {

    /** The ways to meet a request, the best first. */
    static List<Wish> of(JsonNode request) {
        var name = request.path("name").asText();
        if (request.has("exactly")) {
            return List.of(one(name, request.path("exactly")));
        }
        if (request.has("deviceClassName")) {
            // As v1beta1 has it.
            return List.of(one(name, request));
        }
        var wishes = new ArrayList<Wish>();
        request.path("firstAvailable").forEach(each -> wishes.add(one(name + "/" + each.path("name").asText(), each)));
        return wishes;
    }

    private static Wish one(String name, JsonNode said) {
        return new Wish(name, said.path("deviceClassName").asText(), said.path("selectors"),
                said.path("allocationMode").asText().equals("All"), said.path("count").asInt(1));
    }
}
