package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of ResourceQuotas and LimitRanges. */
final class SimulatedBudgetRules {

    private static final List<String> SCOPES = List.of("Terminating", "NotTerminating", "BestEffort", "NotBestEffort",
            "PriorityClass", "CrossNamespacePodAffinity", "VolumeAttributesClass");
    private static final List<BoundOrder> ORDERS = List.of(
            new BoundOrder("min", "min", "max", "min value %s is greater than max value %s"),
            new BoundOrder("defaultRequest", "min", "defaultRequest",
                    "min value %s is greater than default request value %s"),
            new BoundOrder("defaultRequest", "defaultRequest", "max",
                    "default request value %s is greater than max value %s"),
            new BoundOrder("defaultRequest", "defaultRequest", "default",
                    "default request value %s is greater than default limit value %s"),
            new BoundOrder("default", "min", "default", "min value %s is greater than default value %s"),
            new BoundOrder("default", "default", "max", "default value %s is greater than max value %s"));

    private SimulatedBudgetRules() {}

    /**
     * Two bounds of which the first is not above the second.
     *
     * @param named the one that is refused
     */
    private record BoundOrder(String named, String small, String large, String message) {}

    static void check(String type, String path, JsonNode value, List<FieldViolation> found) {
        switch (type) {
            case "ResourceQuotaSpec" -> checkScopes(value, found);
            case "ScopedResourceSelectorRequirement" -> checkScopeSelector(path.replaceFirst("\\[\\d+]$", ""), value,
                    found);
            case "LimitRangeItem" -> checkLimits(path, value, found);
            default -> {}
        }
    }

    private static void checkScopes(JsonNode spec, List<FieldViolation> found) {
        var scopes = JsonTreeOperations.textsOf(spec.path("scopes"));
        if (!SCOPES.containsAll(scopes)) {
            found.add(FieldViolation.invalid("spec.scopes", spec.path("scopes"), "unsupported scope"));
        }
        List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating")).stream()
                .filter(scopes::containsAll).forEach(_ -> found.add(
                        FieldViolation.invalid("spec.scopes", spec.path("scopes"), "conflicting scopes")));
    }

    static void checkScopesUpdate(JsonNode spec, JsonNode before, List<FieldViolation> found) {
        if (!Set.copyOf(JsonTreeOperations.textsOf(spec.path("scopes")))
                .equals(Set.copyOf(JsonTreeOperations.textsOf(before.path("scopes"))))) {
            found.add(FieldViolation.invalid("spec.scopes", spec.path("scopes"), FieldViolation.IMMUTABLE));
        }
    }

    private static void checkScopeSelector(String path, JsonNode expression, List<FieldViolation> found) {
        var scope = expression.path("scopeName");
        var operator = expression.path("operator");
        if (!SCOPES.contains(scope.asText())) {
            found.add(FieldViolation.invalid(path + ".scopeName", scope, "unsupported scope"));
        }
        if (!List.of("PriorityClass", "VolumeAttributesClass").contains(scope.asText())
                && !operator.asText().equals("Exists")) {
            found.add(FieldViolation.invalid(path + ".operator", operator, "must be 'Exist' only operator when scope is"
                    + " any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating,"
                    + " ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or"
                    + " ResourceQuotaScopeCrossNamespacePodAffinity"));
        }
        if (List.of("In", "NotIn").contains(operator.asText()) && expression.path("values").isEmpty()) {
            found.add(FieldViolation.required(path + ".values",
                    "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"));
        }
    }

    private static void checkLimits(String path, JsonNode item, List<FieldViolation> found) {
        var type = item.path("type").asText();
        var names = new TreeSet<String>();
        for (var map : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
            if (type.equals("Pod") && map.startsWith("default") && !item.path(map).isEmpty()) {
                found.add(FieldViolation.forbidden(path + "." + map, "may not be specified when `type` is 'Pod'"));
                continue;
            }
            for (var name : JsonTreeOperations.fieldNames(item.path(map)).stream().sorted().toList()) {
                var problems = List.of("Pod", "Container").contains(type) ? ResourceNames.checkContainerResource(name)
                        : ResourceNames.checkResource(name);
                problems.forEach(problem -> found.add(FieldViolation.invalid(path + "." + map + "[" + name + "]",
                        JsonTreeOperations.newObject().textNode(name), problem)));
                names.add(name);
            }
        }
        if (type.equals("PersistentVolumeClaim") && !item.path("min").has("storage")
                && !item.path("max").has("storage")) {
            found.add(FieldViolation.required(path + ".limits",
                    "either minimum or maximum storage value is required, but neither was provided"));
        }
        names.forEach(name -> checkOrder(path, item, name, found));
    }

    private static void checkOrder(String path, JsonNode item, String name, List<FieldViolation> found) {
        boolean flexible = ResourceNames.mayBeOvercommitted(name);
        for (var order : ORDERS) {
            // For a device a default request above the default limit is only said to be unequal.
            boolean pair = order.small().equals("defaultRequest") && order.large().equals("default") && !flexible;
            var small = item.path(order.small()).path(name);
            var large = item.path(order.large()).path(name);
            if (!pair && compare(small, large) > 0) {
                found.add(FieldViolation.invalid(path + "." + order.named() + "[" + name + "]",
                        item.path(order.named()).path(name),
                        order.message().formatted(small.asText(), large.asText())));
            }
        }
        var ratio = item.path("maxLimitRequestRatio").path(name);
        if (!ratio.isMissingNode()
                && FormatPreservingQuantity.of(ratio).compareTo(FormatPreservingQuantity.of(1)) < 0) {
            found.add(FieldViolation.invalid(path + ".maxLimitRequestRatio[" + name + "]", ratio,
                    "ratio %s is less than 1".formatted(ratio.asText())));
        }
        var limit = item.path("default").path(name);
        var request = item.path("defaultRequest").path(name);
        if (!flexible && compare(limit, request) != 0) {
            found.add(FieldViolation.invalid(path + ".defaultRequest[" + name + "]", request,
                    "default value %s must equal to defaultRequest value %s in %s".formatted(limit.asText(),
                            request.asText(), name)));
        }
    }

    /** Compares two amounts; what is not there is equal to anything. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isMissingNode() || other.isMissingNode()) {
            return 0;
        }
        return FormatPreservingQuantity.of(one).compareTo(FormatPreservingQuantity.of(other));
    }
}
