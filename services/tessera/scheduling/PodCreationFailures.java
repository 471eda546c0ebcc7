package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tessera.model.ExceededQuota;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.FailedCreateEvents.RefusedOwner;

/**
 * What is told of work whose pods are refused. Waits for the cluster.
 *
 * @param object what makes the pods, as it is now
 */
record PodCreationFailures(ObjectSource source, RefusedOwner refused, JsonNode object) {

    private static final String FORBIDDEN = " is forbidden: ";
    /** Of pods that name no class. */
    private static final int USUAL = 0;
    private static final Pattern PRIORITY = Pattern.compile("no PriorityClass with name ([a-z0-9.-]+) was found");
    private static final Pattern RUNTIME = Pattern.compile("RuntimeClass \"([a-z0-9.-]+)\" not found");
    private static final Pattern ACCOUNT = Pattern.compile("serviceaccount \"([a-z0-9.-]+)\" not found");

    WorkloadWithoutPods told() throws Failure, InterruptedException {
        var work = WorkloadWithoutPods.of(refused.work(), object, FailedCreateEvents.missing(object));
        var quota = ExceededQuota.in(refused.message());
        if (quota.isEmpty()) {
            var words = words();
            return work.told("Its pods are refused" + (words.isEmpty() ? "" : ": " + words), reason(), null,
                    advice(work.work().namespace()));
        }
        var now = new QuotaNow(source).of(refused.maker().namespace(), quota.get());
        return now.filter(ExceededQuota::roomy).isPresent()
                ? work.told("The quota “%s” refused its pods, and has room for one more by now"
                        .formatted(quota.get().quota()), reason(), null,
                        Optional.of(
                                new RemedySuggestion(
                                        "Wait until they are made again: after many refusals that takes up to "
                                                + "a quarter of an hour",
                                        "", new PodRemedy.WaitOnly())))
                : work.told(headline(now.orElse(quota.get())), reason(), null,
                        Optional.of(allowing(work.work().namespace(), now.orElse(quota.get()))));
    }

    private static String headline(ExceededQuota quota) {
        var words = quota.words();
        return "The quota “%s” refuses its pods".formatted(quota.quota()) + (words.isEmpty() ? "" : ": " + words);
    }

    /** What is in the way, in plain words; empty where only the server's own tell. */
    private String words() {
        return BrokenRange.in(refused.message()).map(BrokenRange::words)
                .or(() -> MissingQuotaRequests.in(refused.message()).map(MissingQuotaRequests::words))
                .or(() -> missing("service account", ACCOUNT)).or(() -> missing("priority class", PRIORITY))
                .or(() -> missing("runtime class", RUNTIME)).orElse("");
    }

    private Optional<String> missing(String kind, Pattern pattern) {
        return pattern.matcher(refused.message()).results().findFirst()
                .map(each -> "there is no %s “%s”".formatted(kind, each.group(1)));
    }

    /** Without which pod it was of those that are tried again and again. */
    private String reason() {
        int at = refused.message().indexOf(FORBIDDEN);
        return at < 0 ? refused.message() : refused.message().substring(at + FORBIDDEN.length());
    }

    private RemedySuggestion allowing(String namespace, ExceededQuota quota) {
        var enough = quota.enough(refused.lacking());
        var sets = new StringBuilder();
        new TreeMap<>(enough.amounts()).forEach((key, amount) -> sets.append(" --set %s=%s".formatted(
                ExceededQuota.brief(key), amount)));
        return new RemedySuggestion("Have the quota %s allow %s, or wait until others end".formatted(quota.quota(),
                enough.pods() == 1 ? "one pod more" : "the %d pods that are lacking".formatted(enough.pods())),
                sets.isEmpty() ? "kubectl -n %s edit resourcequota %s".formatted(namespace, quota.quota())
                        : "tessera plan quota %s --name %s%s".formatted(namespace, quota.quota(), sets),
                new PodRemedy.Allow(namespace, quota.quota(), enough));
    }

    private Optional<RemedySuggestion> advice(String namespace) throws Failure, InterruptedException {
        var range = BrokenRange.in(refused.message());
        return range.isPresent() ? Optional.of(range.get().advice(source, namespace))
                : MissingQuotaRequests.in(refused.message()).map(each -> each.advice(namespace))
                        .or(() -> account(namespace))
                        .or(this::priority).or(this::runtime);
    }

    private Optional<RemedySuggestion> priority() {
        var priority = PRIORITY.matcher(refused.message());
        return priority.find()
                ? Optional.of(new RemedySuggestion("Make the PriorityClass %s, or name one that is there".formatted(
                        priority.group(1)), "kubectl get priorityclasses",
                        new PodRemedy.Make(new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "",
                                priority.group(1)), JsonNodeFactory.instance.objectNode().put("value", USUAL))))
                : Optional.empty();
    }

    private Optional<RemedySuggestion> runtime() {
        var runtime = RUNTIME.matcher(refused.message());
        return runtime.find() ? Optional.of(new RemedySuggestion(
                "Make the RuntimeClass %s, or name one that is there".formatted(runtime.group(1)),
                "kubectl get runtimeclasses",
                new PodRemedy.Make(new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "",
                        runtime.group(1)), JsonNodeFactory.instance.objectNode().put("handler", runtime.group(1)))))
                : Optional.empty();
    }

    private Optional<RemedySuggestion> account(String namespace) {
        var account = ACCOUNT.matcher(refused.message());
        return account.find()
                ? Optional.of(new RemedySuggestion("Make the ServiceAccount %s, or name one that is there".formatted(
                        account.group(1)),
                        "kubectl -n %s create serviceaccount %s".formatted(namespace,
                                account.group(1)),
                        new PodRemedy.Make(new ObjectRef("v1", "ServiceAccount", "serviceaccounts", namespace,
                                account.group(1)), JsonNodeFactory.instance.objectNode())))
                : Optional.empty();
    }
}
