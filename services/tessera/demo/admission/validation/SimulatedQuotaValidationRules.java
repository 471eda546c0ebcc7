package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;

/** Rules for ResourceQuotas and LimitRanges. */
final class SimulatedQuotaValidationRules {

    private static final List<String> SCOPES = List.of("Terminating", "NotTerminating", "BestEffort", "NotBestEffort",
            "PriorityClass", "CrossNamespacePodAffinity", "VolumeAttributesClass");

    private final JsonNode spec;
    private final SimulatedValidationErrorCollector findings;

    SimulatedQuotaValidationRules(JsonNode object, SimulatedValidationErrorCollector findings) {
        this.spec = object.path("spec");
        this.findings = findings;
    }

    void checkQuota(@Nullable JsonNode old) {
        var hard = spec.path("hard");
        for (var name : SimulatedResourceAmountValidationRules.sortedNames(hard)) {
            var path = "spec.hard[" + name + "]";
            SimulatedResourceAmountValidationRules.checkQuotaName(name, path, findings);
            SimulatedResourceAmountValidationRules.checkAmount(name, hard.path(name), path, findings);
        }
        var scopes = JsonTreeOperations.textsOf(spec.path("scopes"));
        if (!SCOPES.containsAll(scopes)) {
            findings.addInvalid("spec.scopes", spec.path("scopes"), "unsupported scope");
        }
        for (var pair : List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating"))) {
            if (scopes.containsAll(pair)) {
                findings.addInvalid("spec.scopes", spec.path("scopes"), "conflicting scopes");
            }
        }
        checkScopeSelector();
        if (old != null
                && !new TreeSet<>(scopes)
                        .equals(new TreeSet<>(JsonTreeOperations.textsOf(old.path("spec").path("scopes"))))) {
            findings.addInvalid("spec.scopes", spec.path("scopes"), SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }

    private void checkScopeSelector() {
        for (var expression : spec.path("scopeSelector").path("matchExpressions")) {
            var path = "spec.scopeSelector.matchExpressions";
            var scope = expression.path("scopeName").asText();
            var operator = expression.path("operator").asText();
            if (!SCOPES.contains(scope)) {
                findings.addInvalid(path + ".scopeName", scope, "unsupported scope");
            }
            if (!List.of("PriorityClass", "VolumeAttributesClass").contains(scope) && !operator.equals("Exists")) {
                findings.addInvalid(path + ".operator", operator, "must be 'Exist' only operator when scope is any of"
                        + " ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                        + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
            }
            if (List.of("In", "NotIn").contains(operator) && expression.path("values").isEmpty()) {
                findings.addRequired(path + ".values",
                        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
            }
        }
    }

    void checkLimitRange() {
        var types = new HashSet<String>();
        int index = 0;
        for (var item : spec.path("limits")) {
            var path = "spec.limits[" + index++ + "]";
            var type = item.path("type").asText();
            if (type.isEmpty()) {
                findings.addRequired(path + ".type");
            } else if (!types.add(type)) {
                findings.addDuplicate(path + ".type", item.path("type"));
            }
            checkLimits(item, type, path);
        }
    }

    private void checkLimits(JsonNode item, String type, String path) {
        var names = new TreeSet<String>();
        for (var map : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
            if (type.equals("Pod") && map.startsWith("default") && !item.path(map).isEmpty()) {
                findings.addForbidden(path + "." + map, "may not be specified when `type` is 'Pod'");
                continue;
            }
            for (var name : SimulatedResourceAmountValidationRules.sortedNames(item.path(map))) {
                SimulatedResourceAmountValidationRules.checkLimitRangeName(type, name,
                        path + "." + map + "[" + name + "]",
                        findings);
                names.add(name);
            }
        }
        if (type.equals("PersistentVolumeClaim") && !item.path("min").has("storage")
                && !item.path("max").has("storage")) {
            findings.addRequired(path + ".limits",
                    "either minimum or maximum storage value is required, but neither was provided");
        }
        names.forEach(name -> checkOrder(item, name, path));
    }

    private void checkOrder(JsonNode item, String name, String path) {
        checkPairOrder(item, name, path, List.of("min", "min", "max"), "min value %s is greater than max value %s");
        checkPairOrder(item, name, path, List.of("defaultRequest", "min", "defaultRequest"),
                "min value %s is greater than default request value %s");
        checkPairOrder(item, name, path, List.of("defaultRequest", "defaultRequest", "max"),
                "default request value %s is greater than max value %s");
        checkPairOrder(item, name, path, List.of("defaultRequest", "defaultRequest", "default"),
                "default request value %s is greater than default limit value %s");
        checkPairOrder(item, name, path, List.of("default", "min", "default"),
                "min value %s is greater than default value %s");
        checkPairOrder(item, name, path, List.of("default", "default", "max"),
                "default value %s is greater than max value %s");
        var ratio = item.path("maxLimitRequestRatio").path(name);
        if (!ratio.isMissingNode()
                && FormatPreservingQuantity.of(ratio).compareTo(FormatPreservingQuantity.of(1)) < 0) {
            findings.addInvalid(path + ".maxLimitRequestRatio[" + name + "]", ratio,
                    "ratio %s is less than 1".formatted(ratio.asText()));
        }
        var limit = item.path("default").path(name);
        var request = item.path("defaultRequest").path(name);
        if (!ResourceNames.mayBeOvercommitted(name) && !limit.isMissingNode()
                && !request.isMissingNode()
                && FormatPreservingQuantity.of(limit).compareTo(FormatPreservingQuantity.of(request)) != 0) {
            findings.addInvalid(path + ".defaultRequest[" + name + "]", request,
                    "default value %s must equal to defaultRequest value %s in %s".formatted(limit.asText(),
                            request.asText(), name));
        }
    }

    /** @param maps the one that is named, and the smaller and the larger one */
    private void checkPairOrder(JsonNode item, String name, String path, List<String> maps, String message) {
        var small = item.path(maps.get(1)).path(name);
        var large = item.path(maps.get(2)).path(name);
        // For a device a default request above the default limit is only said to be unequal.
        boolean pair = maps.get(1).equals("defaultRequest") && maps.get(2).equals("default")
                && !ResourceNames.mayBeOvercommitted(name);
        if (!pair && !small.isMissingNode() && !large.isMissingNode()
                && FormatPreservingQuantity.of(small).compareTo(FormatPreservingQuantity.of(large)) > 0) {
            var named = maps.getFirst().equals(maps.get(1)) ? small : large;
            findings.addInvalid(path + "." + maps.getFirst() + "[" + name + "]", named,
                    message.formatted(small.asText(), large.asText()));
        }
    }
}
