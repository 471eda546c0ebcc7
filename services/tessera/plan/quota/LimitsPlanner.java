package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerRequest;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.SetLimits;
import tessera.plan.model.ChangePlan;
import tessera.quota.LimitSheet;

/**
 * Makes a plan of a range of limits: a new one, or some amounts of the one that there is. What such a range does to pods that
 * say nothing surprises nearly everybody, so the rules for manifests look at it as it will be. Pure.
 */
final class LimitsPlanner {

    private static final String LEAVE = "Leave it out.";

    private final SetLimits intent;
    private final QuotaSurvey survey;
    private final ObjectRef object;
    private final QuotaWarnings doubts;

    LimitsPlanner(SetLimits intent, QuotaSurvey survey) {
        this.intent = intent;
        this.survey = survey;
        object = NamespaceBounds.limits(intent.namespace(), intent.name());
        doubts = new QuotaWarnings(survey, intent.namespace());
    }

    ChangePlan plan() {
        doubts.namespace();
        doubts.objectName(intent.name());
        doubts.aim(intent.aim(), object);
        var there = survey.object(object.resource(), object.name());
        var before = there.map(LimitSheet::of).orElse(LimitSheet.EMPTY);
        if (there.isEmpty() && intent.bounds().values().stream().allMatch(String::isEmpty)) {
            doubts.refuse(ProblemKind.INVALID, "Nothing is to be bounded", "Say what of, and how much.");
        }
        intent.bounds().forEach(this::amount);
        if (doubts.refusals().isEmpty()) {
            findings(before, before.with(intent.bounds()));
            silent(before.with(intent.bounds()));
            TooLarge.warning(survey.snapshot(), intent.namespace(), before.with(intent.bounds()))
                    .ifPresent(doubts::warn);
        }
        doubts.warn("Pods that run keep what they have: a range of limits is looked at when pods are made");
        var draft = new BoundPlan(intent, object, doubts);
        if (!doubts.refusals().isEmpty()) {
            return draft.refused();
        }
        var after = before.with(intent.bounds());
        return there.isEmpty() ? draft.made(body(after))
                : draft.changed(there.get(), changed(there.get(), after),
                        new SetLimits(intent.namespace(), intent.name(), former(before), Aim.THERE));
    }

    /** What becomes of pods that name no limit of something that is no device; of devices the rules tell. */
    private void silent(LimitSheet sheet) {
        sheet.bounds().forEach((bound, amount) -> {
            var resource = LimitSheet.resource(bound);
            if (!intent.bounds().containsKey(bound) || ContainerRequest.extended(resource)
                    || sheet.bounds().containsKey(LimitSheet.key("Container", "default", resource))) {
                return;
            }
            if (bound.equals(LimitSheet.key("Container", "max", resource))) {
                doubts.warn(
                        "A container that names no limit of %s is given %s, which it asks for as well if it asks for none"
                                .formatted(resource, amount));
            } else if (bound.equals(LimitSheet.key("Pod", "max", resource))) {
                doubts.warn("Pods that name no limit of %s are refused from then on".formatted(resource));
            }
        });
    }

    private ObjectNode body(LimitSheet sheet) {
        var body = NamespaceBounds.blank(object);
        body.putObject("spec").set("limits", sheet.items());
        return body;
    }

    private static JsonNode changed(JsonNode range, LimitSheet sheet) {
        ObjectNode after = range.deepCopy();
        // The order of the items means nothing, and a list that is sent is another list.
        if (!LimitSheet.of(range).equals(sheet)) {
            after.withObjectProperty("spec").set("limits", sheet.items());
        }
        return after;
    }

    private SortedMap<String, String> former(LimitSheet before) {
        return new TreeMap<>(intent.bounds().keySet().stream()
                .collect(Collectors.toMap(key -> key, before::amount)));
    }

    private void amount(String key, String amount) {
        if (!LimitSheet.known(key)) {
            doubts.refuse(ProblemKind.INVALID, "A range of limits has no %s".formatted(key),
                    "Say Pod/max/RESOURCE, Container/max/RESOURCE, Container/default/RESOURCE and the like.");
        } else if (!amount.isEmpty()) {
            var number = Quantity.exact(amount);
            if (number.isEmpty() || number.get().signum() < 0) {
                doubts.refuse(ProblemKind.INVALID,
                        "“%s” is no amount of %s".formatted(amount, LimitSheet.resource(key)),
                        "Say a number, such as 4.");
            } else if (ContainerRequest.extended(LimitSheet.resource(key))
                    && number.get().stripTrailingZeros().scale() > 0) {
                doubts.refuse(ProblemKind.INVALID,
                        "%s of %s: devices are whole".formatted(amount, LimitSheet.resource(key)),
                        "");
            }
        }
    }

    private void findings(LimitSheet before, LimitSheet after) {
        var errors = after.errors(before, survey.accelerators()).stream().map(LintFinding::reason).toList();
        for (var finding : after.findings(survey.accelerators())) {
            if (errors.contains(finding.reason())) {
                doubts.refuse(ProblemKind.INVALID, finding.reason(), remedy(after, finding));
            } else if (finding.severity() != LintSeverity.HINT) {
                doubts.warn(finding.reason());
            }
        }
    }

    private static String remedy(LimitSheet sheet, LintFinding finding) {
        var missing = sheet.bounds().keySet().stream().filter(key -> key.startsWith("Container/max/"))
                .map(LimitSheet::resource).filter(ContainerRequest::extended)
                .map(resource -> LimitSheet.key("Container", "default", resource))
                .filter(key -> sheet.amount(key).isEmpty()).toList();
        return switch (finding.rule().id()) {
            case "limit-range-contradicts" -> "Change one of the two.";
            case "limit-range-becomes-default" -> missing.isEmpty() ? LEAVE
                    : "Give containers that say nothing none of it (%s=0), or bound pods instead of containers."
                            .formatted(missing.getFirst());
            default -> LEAVE;
        };
    }
}
