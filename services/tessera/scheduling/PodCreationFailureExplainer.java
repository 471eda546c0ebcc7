package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.LimitRangeConstraint;
import tessera.kube.quota.LimitRangeConstraint.ConstraintKind;
import tessera.kube.quota.LimitRangeConstraint.LimitRangeViolation;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.FailedCreateEventFinder.RefusedPodOwner;
import tessera.text.MessageCatalog;

/**
 * Explains a workload whose pods are refused. Waits for the cluster.
 *
 * @param object what makes the pods, as it is now
 */
record PodCreationFailureExplainer(ClusterObjectSource source, RefusedPodOwner refusedOwner, JsonNode object) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodCreationFailureExplainer.class);
    private static final String FORBIDDEN = " is forbidden: ";
    /** Of pods that name no class. */
    private static final int USUAL = 0;
    private static final Pattern PRIORITY = Pattern.compile("no PriorityClass with name ([a-z0-9.-]+) was found");
    private static final Pattern RUNTIME = Pattern.compile("RuntimeClass \"([a-z0-9.-]+)\" not found");
    private static final Pattern ACCOUNT = Pattern.compile("serviceaccount \"([a-z0-9.-]+)\" not found");

    WorkloadWithoutPods toWorkload() throws ProblemException, InterruptedException {
        var workload = WorkloadWithoutPods.fromOwner(refusedOwner.workload(), object,
                FailedCreateEventFinder.countMissingPods(object));
        var quota = ExceededQuotaMessage.parse(refusedOwner.message());
        var namespace = workload.workload().namespace();
        if (quota.isEmpty()) {
            return workload.withMessage(new PodCreationReason.PodsRejected(cause()).text(), reasonMessage(), null,
                    remedyFor(namespace));
        }
        var now = new PodRefusalQuotaStateReader(source).update(refusedOwner.owner().namespace(), quota.get());
        if (now.filter(ExceededQuotaMessage::hasRoomAgain).isPresent()) {
            var room = new PodCreationReason.QuotaHasRoomAgain(quota.get().quota());
            return workload.withMessage(room.text(), reasonMessage(), null,
                    Optional.of(new SchedulingRemedy(room.remedyText(), "", new SchedulingRemedyChange.WaitAction())));
        }
        var current = now.orElse(quota.get());
        return workload.withMessage(
                new PodCreationReason.PodsRejectedByQuota(current.quota(), current.shortageText()).text(),
                reasonMessage(), null, Optional.of(raiseQuotaRemedy(namespace, current)));
    }

    /** Returns the cause of the refusal; empty where only the server's message is known. */
    private Optional<PodCreationReason> cause() {
        return LimitRangeViolationExplainer.ofMessage(refusedOwner.message()).map(LimitRangeViolationExplainer::reason)
                .or(() -> MissingQuotaRequestExplainer.ofMessage(refusedOwner.message())
                        .map(MissingQuotaRequestExplainer::reason))
                .or(this::missingObject);
    }

    /** Returns the object that the pods name and that does not exist; empty for none. */
    private Optional<PodCreationReason> missingObject() {
        return find(ACCOUNT, PodCreationReason.MissingServiceAccount::new)
                .or(() -> find(PRIORITY, PodCreationReason.MissingPriorityClass::new))
                .or(() -> find(RUNTIME, PodCreationReason.MissingRuntimeClass::new));
    }

    private Optional<PodCreationReason> find(Pattern pattern, Function<String, PodCreationReason> reason) {
        return pattern.matcher(refusedOwner.message()).results().findFirst().map(found -> reason.apply(found.group(1)));
    }

    /** Returns the server's reason without the name of the refused pod, which differs on each try. */
    private String reasonMessage() {
        int at = refusedOwner.message().indexOf(FORBIDDEN);
        if (at < 0) {
            return refusedOwner.message();
        }
        return refusedOwner.message().substring(at + FORBIDDEN.length());
    }

    private SchedulingRemedy raiseQuotaRemedy(String namespace, ExceededQuotaMessage quota) {
        return raiseQuotaRemedy(namespace, quota, refusedOwner.missingPods());
    }

    /** @param pods that are to be admitted, with what they need beside them */
    static SchedulingRemedy raiseQuotaRemedy(String namespace, ExceededQuotaMessage quota, long pods) {
        var enough = quota.requiredFor(pods);
        var sets = new StringBuilder();
        new TreeMap<>(enough.amounts()).forEach(
                (key, amount) -> sets.append(" --set %s=%s".formatted(ExceededQuotaMessage.displayKey(key), amount)));
        return new SchedulingRemedy(MESSAGES.text("remedy.raise-quota", quota.quota(), enough.pods()), sets.isEmpty()
                ? ShellWordQuoter.fillCommand("kubectl -n %s edit resourcequota %s", namespace, quota.quota())
                : ShellWordQuoter.fillCommand("tessera plan quota %s --name %s", namespace, quota.quota()) + sets,
                new SchedulingRemedyChange.RaiseQuotaAction(namespace, quota.quota(), enough));
    }

    private Optional<SchedulingRemedy> remedyFor(String namespace) throws ProblemException, InterruptedException {
        var range = LimitRangeViolationExplainer.ofMessage(refusedOwner.message());
        if (range.isPresent()) {
            return Optional.of(range.get().remedy(source, namespace));
        }
        return MissingQuotaRequestExplainer.ofMessage(refusedOwner.message())
                .map(requests -> requests.remedy(namespace))
                .or(() -> missingObject().flatMap(reason -> creationRemedy(reason, namespace)));
    }

    private static Optional<SchedulingRemedy> creationRemedy(PodCreationReason missing, String namespace) {
        var spec = JsonNodeFactory.instance.objectNode();
        return switch (missing) {
            case PodCreationReason.MissingServiceAccount(var name) -> Optional.of(creationRemedy(missing,
                    ShellWordQuoter.fillCommand("kubectl -n %s create serviceaccount %s", namespace, name),
                    new ObjectRef("v1", "ServiceAccount", "serviceaccounts", namespace, name), spec));
            case PodCreationReason.MissingPriorityClass(var name) ->
                Optional.of(creationRemedy(missing, "kubectl get priorityclasses",
                        new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", name),
                        spec.put("value", USUAL)));
            case PodCreationReason.MissingRuntimeClass(var name) ->
                Optional.of(creationRemedy(missing, "kubectl get runtimeclasses",
                        new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "", name),
                        spec.put("handler", name)));
            default -> Optional.empty();
        };
    }

    private static SchedulingRemedy creationRemedy(PodCreationReason missing, String command, ObjectRef object,
            ObjectNode spec) {
        return new SchedulingRemedy(missing.remedyText(), command,
                new SchedulingRemedyChange.CreateObjectAction(object, spec));
    }

    /** The explanation of a LimitRange violation that the API server reports, and its remedy. */
    private record LimitRangeViolationExplainer(LimitRangeConstraint constraint, String requested) {

        /** Explains a message; empty where it is about no LimitRange. */
        static Optional<LimitRangeViolationExplainer> ofMessage(String sentence) {
            return LimitRangeViolation.parseAll(sentence).findFirst()
                    .map(violation -> new LimitRangeViolationExplainer(violation.constraint(),
                            violation.amount().map(FormatPreservingQuantity::canonicalText).orElse("")));
        }

        private String amount() {
            return constraint.amount().canonicalText();
        }

        PodCreationReason reason() {
            return reason("");
        }

        private PodCreationReason reason(String range) {
            return new PodCreationReason.LimitRangeBoundMissed(constraint.type(), constraint.resource(), amount(),
                    constraint.kind() == ConstraintKind.MAXIMUM, requested, range);
        }

        /** Returns the remedy, with the command that changes the range where it alone sets the bound and all may be read. */
        SchedulingRemedy remedy(ClusterObjectSource source, String namespace)
                throws ProblemException, InterruptedException {
            var names = new ArrayList<String>();
            boolean all = false;
            try {
                all = source.forEach(new ObjectRef("v1", "LimitRange", "limitranges", namespace, ""), "", range -> {
                    if (setsBound(range)) {
                        names.add(range.at("/metadata/name").asText());
                    }
                });
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
            }
            if (!all || names.size() != 1 || requested.isEmpty()) {
                return new SchedulingRemedy(reason().remedyText(),
                        ShellWordQuoter.fillCommand("kubectl -n %s describe limitranges", namespace),
                        new SchedulingRemedyChange.ChangeResourceRequestAction());
            }
            return new SchedulingRemedy(reason(names.getFirst()).remedyText(),
                    ShellWordQuoter.fillCommand("tessera plan limits %s --name %s --set %s/%s/%s=%s", namespace,
                            names.getFirst(), constraint.type(), constraint.kind().field(), constraint.resource(),
                            requested),
                    new SchedulingRemedyChange.EditObjectAction(
                            new ObjectRef("v1", "LimitRange", "limitranges", namespace, names.getFirst())));
        }

        private boolean setsBound(JsonNode range) {
            return range.at("/spec/limits").valueStream()
                    .anyMatch(limit -> limit.path("type").asText().equals(constraint.type()) && limit
                            .path(constraint.kind().field()).path(constraint.resource()).asText().equals(amount()));
        }
    }
}
