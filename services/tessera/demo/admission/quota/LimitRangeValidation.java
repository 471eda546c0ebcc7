package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.demo.admission.AdmissionPodRequests;
import tessera.demo.admission.AdmissionPods;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** Check of an object against the LimitRanges of its namespace. */
public final class LimitRangeValidation {

    private final String type;
    private final Map<String, ExactQuantity> requests;
    private final Map<String, ExactQuantity> limits;
    private final List<String> breaches;

    private LimitRangeValidation(String type, Map<String, ExactQuantity> requests, Map<String, ExactQuantity> limits,
            List<String> breaches) {
        this.type = type;
        this.requests = requests;
        this.limits = limits;
        this.breaches = breaches;
    }

    /**
     * Refuses a new pod or PersistentVolumeClaim that is below the minimum or above the maximum.
     *
     * @throws ApiError 403 in the words of the first range that is broken
     */
    public static void check(KindSchema kind, ObjectNode object, List<ObjectNode> ranges) throws ApiError {
        for (var range : ranges) {
            var breaches = new ArrayList<String>();
            for (var item : range.path("spec").path("limits")) {
                checkItem(kind.kind(), object, item, breaches);
            }
            if (!breaches.isEmpty()) {
                throw ApiError.forbidden(kind.resourceSubject(object.path("metadata").path("name").asText()),
                        breaches.size() == 1 ? breaches.getFirst() : "[" + String.join(", ", breaches) + "]");
            }
        }
    }

    private static void checkItem(String kind, ObjectNode object, JsonNode item, List<String> breaches) {
        var type = item.path("type").asText();
        if (kind.equals("Pod") && type.equals("Container")) {
            for (var list : List.of("containers", "initContainers")) {
                for (var container : object.path("spec").path(list)) {
                    var resources = container.path("resources");
                    new LimitRangeValidation(type, amountsOf(resources.path("requests")),
                            amountsOf(resources.path("limits")),
                            breaches).checkAll(item);
                }
            }
        } else if (kind.equals("Pod") && type.equals("Pod") && !AdmissionPods.containers(object).isEmpty()) {
            new LimitRangeValidation(type, AdmissionPodRequests.requestsOf(object),
                    AdmissionPodRequests.limitsOf(object), breaches)
                    .checkAll(item);
        } else if (kind.equals(type)) {
            var claim = new LimitRangeValidation(type,
                    amountsOf(object.path("spec").path("resources").path("requests")), Map.of(),
                    breaches);
            amountsOf(item.path("min")).forEach(claim::checkMinimum);
            amountsOf(item.path("max")).forEach(claim::checkMaximumRequest);
        }
    }

    private static Map<String, ExactQuantity> amountsOf(JsonNode list) {
        var amounts = new TreeMap<String, ExactQuantity>();
        list.properties().forEach(entry -> amounts.put(entry.getKey(), ExactQuantity.of(entry.getValue())));
        return amounts;
    }

    private void checkAll(JsonNode item) {
        amountsOf(item.path("min")).forEach(this::checkMinimum);
        amountsOf(item.path("max")).forEach(this::checkMaximum);
        amountsOf(item.path("maxLimitRequestRatio")).forEach(this::checkRatio);
    }

    private void checkMinimum(String resource, ExactQuantity least) {
        var rule = "minimum %s usage per %s is %s".formatted(resource, type, least.canonicalText());
        var request = Optional.ofNullable(requests.get(resource));
        var limit = Optional.ofNullable(limits.get(resource));
        if (request.isEmpty()) {
            breaches.add(rule + ".  No request is specified");
        } else if (request.get().compareTo(least) < 0) {
            breaches.add(rule + ", but request is " + request.get().canonicalText());
        } else if (limit.isPresent() && limit.get().compareTo(least) < 0) {
            breaches.add(rule + ", but limit is " + limit.get().canonicalText());
        }
    }

    private void checkMaximum(String resource, ExactQuantity most) {
        var rule = "maximum %s usage per %s is %s".formatted(resource, type, most.canonicalText());
        var limit = Optional.ofNullable(limits.get(resource));
        var request = Optional.ofNullable(requests.get(resource));
        if (limit.isEmpty()) {
            breaches.add(rule + ".  No limit is specified");
        } else if (limit.get().compareTo(most) > 0) {
            breaches.add(rule + ", but limit is " + limit.get().canonicalText());
        } else if (request.isPresent() && request.get().compareTo(most) > 0) {
            breaches.add(rule + ", but request is " + request.get().canonicalText());
        }
    }

    private void checkMaximumRequest(String resource, ExactQuantity most) {
        var rule = "maximum %s usage per %s is %s".formatted(resource, type, most.canonicalText());
        var request = Optional.ofNullable(requests.get(resource));
        if (request.isEmpty()) {
            breaches.add(rule + ".  No request is specified");
        } else if (request.get().compareTo(most) > 0) {
            breaches.add(rule + ", but request is " + request.get().canonicalText());
        }
    }

    private void checkRatio(String resource, ExactQuantity most) {
        var rule = "%s max limit to request ratio per %s is %s".formatted(resource, type, most.canonicalText());
        var request = requests.getOrDefault(resource, ExactQuantity.ZERO);
        var limit = limits.getOrDefault(resource, ExactQuantity.ZERO);
        if (request.isZero()) {
            breaches.add(rule + ", but no request is specified or request is 0");
        } else if (limit.isZero()) {
            breaches.add(rule + ", but no limit is specified or limit is 0");
        } else if (limit.value().compareTo(request.value().multiply(most.value())) > 0) {
            breaches.add(rule + ", but provided ratio is %.6f"
                    .formatted(limit.value().doubleValue() / request.value().doubleValue()));
        }
    }
}
