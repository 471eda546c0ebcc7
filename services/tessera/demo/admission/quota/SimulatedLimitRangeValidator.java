package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.demo.admission.SimulatedAdmissionRequestCalculator;
import tessera.demo.admission.SimulatedPodPropertyReader;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.quantity.FormatPreservingQuantity;

/** Check of an object against the LimitRanges of its namespace. */
public final class SimulatedLimitRangeValidator {

    private final String type;
    private final Map<String, FormatPreservingQuantity> requests;
    private final Map<String, FormatPreservingQuantity> limits;
    private final List<String> breaches;

    private SimulatedLimitRangeValidator(String type, Map<String, FormatPreservingQuantity> requests,
            Map<String, FormatPreservingQuantity> limits,
            List<String> breaches) {
        this.type = type;
        this.requests = requests;
        this.limits = limits;
        this.breaches = breaches;
    }

    /**
     * Refuses a new pod or PersistentVolumeClaim that is below the minimum or above the maximum.
     *
     * @throws SimulatedApiException 403 in the words of the first range that is broken
     */
    public static void check(SimulatedKindSchema kind, ObjectNode object, List<ObjectNode> ranges)
            throws SimulatedApiException {
        for (var range : ranges) {
            var breaches = new ArrayList<String>();
            for (var item : range.path("spec").path("limits")) {
                checkItem(kind.kind(), object, item, breaches);
            }
            if (!breaches.isEmpty()) {
                throw SimulatedApiException.forbidden(
                        kind.resourceSubject(object.path("metadata").path("name").asText()),
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
                    new SimulatedLimitRangeValidator(type, amountsOf(resources.path("requests")),
                            amountsOf(resources.path("limits")),
                            breaches).checkAll(item);
                }
            }
        } else if (kind.equals("Pod") && type.equals("Pod")
                && !SimulatedPodPropertyReader.containers(object).isEmpty()) {
            new SimulatedLimitRangeValidator(type, SimulatedAdmissionRequestCalculator.limitRangeRequestsOf(object),
                    SimulatedAdmissionRequestCalculator.limitRangeLimitsOf(object), breaches)
                    .checkAll(item);
        } else if (kind.equals(type)) {
            var claim = new SimulatedLimitRangeValidator(type,
                    amountsOf(object.path("spec").path("resources").path("requests")), Map.of(),
                    breaches);
            amountsOf(item.path("min")).forEach(claim::checkMinimum);
            amountsOf(item.path("max")).forEach(claim::checkMaximumRequest);
        }
    }

    private static Map<String, FormatPreservingQuantity> amountsOf(JsonNode list) {
        var amounts = new TreeMap<String, FormatPreservingQuantity>();
        list.properties().forEach(entry -> amounts.put(entry.getKey(), FormatPreservingQuantity.of(entry.getValue())));
        return amounts;
    }

    private void checkAll(JsonNode item) {
        amountsOf(item.path("min")).forEach(this::checkMinimum);
        amountsOf(item.path("max")).forEach(this::checkMaximum);
        amountsOf(item.path("maxLimitRequestRatio")).forEach(this::checkRatio);
    }

    private void checkMinimum(String resource, FormatPreservingQuantity least) {
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

    private void checkMaximum(String resource, FormatPreservingQuantity most) {
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

    private void checkMaximumRequest(String resource, FormatPreservingQuantity most) {
        var rule = "maximum %s usage per %s is %s".formatted(resource, type, most.canonicalText());
        var request = Optional.ofNullable(requests.get(resource));
        if (request.isEmpty()) {
            breaches.add(rule + ".  No request is specified");
        } else if (request.get().compareTo(most) > 0) {
            breaches.add(rule + ", but request is " + request.get().canonicalText());
        }
    }

    private void checkRatio(String resource, FormatPreservingQuantity most) {
        var rule = "%s max limit to request ratio per %s is %s".formatted(resource, type, most.canonicalText());
        var request = requests.getOrDefault(resource, FormatPreservingQuantity.ZERO);
        var limit = limits.getOrDefault(resource, FormatPreservingQuantity.ZERO);
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
