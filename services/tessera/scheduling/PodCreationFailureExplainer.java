package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
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

/**
 * Explains a workload whose pods are refused. Waits for the cluster.
 *
 * @param object what makes the pods, as it is now
 */
record PodCreationFailureExplainer(ClusterObjectSource source, RefusedPodOwner refusedOwner, JsonNode object) {

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
        if (quota.isEmpty()) {
            var text = explanationText();
            return workload.withMessage("Its pods are refused" + (text.isEmpty() ? "" : ": " + text), reasonMessage(),
                    null,
                    remedyFor(workload.workload().namespace()));
        }
        var now = new PodRefusalQuotaStateReader(source).update(refusedOwner.owner().namespace(), quota.get());
        if (now.filter(ExceededQuotaMessage::hasRoomAgain).isPresent()) {
            return workload.withMessage("The quota “%s” refused its pods, and has room for one more by now"
                    .formatted(quota.get().quota()), reasonMessage(), null,
                    Optional.of(
                            new SchedulingRemedy(
                                    "Wait until they are made again: after many refusals that takes up to "
                                            + "a quarter of an hour",
                                    "", new SchedulingRemedyChange.WaitAction())));
        }
        return workload.withMessage(quotaHeadline(now.orElse(quota.get())), reasonMessage(), null,
                Optional.of(raiseQuotaRemedy(workload.workload().namespace(), now.orElse(quota.get()))));
    }

    private static String quotaHeadline(ExceededQuotaMessage quota) {
        var text = quota.shortageText();
        return "The quota “%s” refuses its pods".formatted(quota.quota()) + (text.isEmpty() ? "" : ": " + text);
    }

    /** Returns the explanation of the refusal; empty where only the server's message is known. */
    private String explanationText() {
        return LimitRangeViolationExplainer.ofMessage(refusedOwner.message())
                .map(LimitRangeViolationExplainer::problemText)
                .or(() -> MissingQuotaRequestExplainer.ofMessage(refusedOwner.message())
                        .map(MissingQuotaRequestExplainer::problemText))
                .or(() -> missingObjectText("service account", ACCOUNT))
                .or(() -> missingObjectText("priority class", PRIORITY))
                .or(() -> missingObjectText("runtime class", RUNTIME)).orElse("");
    }

    private Optional<String> missingObjectText(String kind, Pattern pattern) {
        return pattern.matcher(refusedOwner.message()).results().findFirst()
                .map(result -> "there is no %s “%s”".formatted(kind, result.group(1)));
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
        new TreeMap<>(enough.amounts()).forEach((key, amount) -> sets.append(" --set %s=%s".formatted(
                ExceededQuotaMessage.displayKey(key), amount)));
        return new SchedulingRemedy("Have the quota %s allow %s, or wait until others end".formatted(quota.quota(),
                enough.pods() == 1 ? "one pod more" : "the %d pods that are lacking".formatted(enough.pods())),
                sets.isEmpty()
                        ? ShellWordQuoter.fillCommand("kubectl -n %s edit resourcequota %s", namespace, quota.quota())
                        : ShellWordQuoter.fillCommand("tessera plan quota %s --name %s", namespace, quota.quota())
                                + sets,
                new SchedulingRemedyChange.RaiseQuotaAction(namespace, quota.quota(), enough));
    }

    private Optional<SchedulingRemedy> remedyFor(String namespace) throws ProblemException, InterruptedException {
        var range = LimitRangeViolationExplainer.ofMessage(refusedOwner.message());
        if (range.isPresent()) {
            return Optional.of(range.get().remedy(source, namespace));
        }
        return MissingQuotaRequestExplainer.ofMessage(refusedOwner.message())
                .map(requests -> requests.remedy(namespace))
                .or(() -> serviceAccountRemedy(namespace))
                .or(this::priorityClassRemedy).or(this::runtimeClassRemedy);
    }

    private Optional<SchedulingRemedy> priorityClassRemedy() {
        var priority = PRIORITY.matcher(refusedOwner.message());
        if (priority.find()) {
            return Optional.of(new SchedulingRemedy("Make the PriorityClass %s, or name one that is there".formatted(
                    priority.group(1)), "kubectl get priorityclasses",
                    new SchedulingRemedyChange.CreateObjectAction(
                            new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "",
                                    priority.group(1)),
                            JsonNodeFactory.instance.objectNode().put("value", USUAL))));
        }
        return Optional.empty();
    }

    private Optional<SchedulingRemedy> runtimeClassRemedy() {
        var runtime = RUNTIME.matcher(refusedOwner.message());
        if (runtime.find()) {
            return Optional.of(new SchedulingRemedy(
                    "Make the RuntimeClass %s, or name one that is there".formatted(runtime.group(1)),
                    "kubectl get runtimeclasses",
                    new SchedulingRemedyChange.CreateObjectAction(
                            new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "",
                                    runtime.group(1)),
                            JsonNodeFactory.instance.objectNode().put("handler", runtime.group(1)))));
        }
        return Optional.empty();
    }

    private Optional<SchedulingRemedy> serviceAccountRemedy(String namespace) {
        var account = ACCOUNT.matcher(refusedOwner.message());
        if (account.find()) {
            return Optional.of(new SchedulingRemedy("Make the ServiceAccount %s, or name one that is there".formatted(
                    account.group(1)),
                    ShellWordQuoter.fillCommand("kubectl -n %s create serviceaccount %s", namespace,
                            account.group(1)),
                    new SchedulingRemedyChange.CreateObjectAction(
                            new ObjectRef("v1", "ServiceAccount", "serviceaccounts", namespace,
                                    account.group(1)),
                            JsonNodeFactory.instance.objectNode())));
        }
        return Optional.empty();
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

        private boolean isMaximum() {
            return constraint.kind() == ConstraintKind.MAXIMUM;
        }

        /** Returns the problem as one clause. */
        String problemText() {
            var each = constraint.type().toLowerCase(Locale.ROOT);
            if (requested.isEmpty()) {
                return "a limit range wants at %s %s %s of every %s".formatted(isMaximum() ? "most" : "least",
                        amount(),
                        constraint.resource(), each);
            }
            return "a %s asks for %s %s, and a limit range allows %s %s".formatted(each, requested,
                    constraint.resource(),
                    isMaximum() ? "at most" : "no less than", amount());
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
            var text = "Ask for at %s %s %s a %s".formatted(isMaximum() ? "most" : "least", amount(),
                    constraint.resource(), constraint.type().toLowerCase(Locale.ROOT));
            if (!all || names.size() != 1 || requested.isEmpty()) {
                return new SchedulingRemedy(text + ", or have the limit range allow it",
                        ShellWordQuoter.fillCommand("kubectl -n %s describe limitranges", namespace),
                        new SchedulingRemedyChange.ChangeResourceRequestAction());
            }
            return new SchedulingRemedy(
                    "%s, or have the limit range %s allow %s".formatted(text, names.getFirst(), requested),
                    ShellWordQuoter.fillCommand("tessera plan limits %s --name %s --set %s/%s/%s=%s", namespace,
                            names.getFirst(),
                            constraint.type(), constraint.kind().field(), constraint.resource(), requested),
                    new SchedulingRemedyChange.EditObjectAction(
                            new ObjectRef("v1", "LimitRange", "limitranges", namespace, names.getFirst())));
        }

        private boolean setsBound(JsonNode range) {
            return range.at("/spec/limits").valueStream()
                    .anyMatch(limit -> limit.path("type").asText().equals(constraint.type())
                            && limit.path(constraint.kind().field()).path(constraint.resource()).asText()
                                    .equals(amount()));
        }
    }
}
