package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A reference of a pod to a resource claim.
 *
 * @param name     in the pod
 * @param claimName     the claim's own name; empty where it is not made yet
 * @param template of which it is made; empty for one that is there by itself
 */
public record PodSpecResourceClaim(String name, String claimName, String template) {

    static List<PodSpecResourceClaim> readRefs(JsonNode pod) {
        var wishes = new ArrayList<PodSpecResourceClaim>();
        for (var claim : pod.path("spec").path("resourceClaims")) {
            var made = claim.path("resourceClaimName").asText("");
            for (var told : pod.path("status").path("resourceClaimStatuses")) {
                made = told.path("name").equals(claim.path("name")) ? told.path("resourceClaimName").asText("") : made;
            }
            wishes.add(new PodSpecResourceClaim(claim.path("name").asText(), made,
                    claim.path("resourceClaimTemplateName").asText("")));
        }
        return wishes;
    }
}
