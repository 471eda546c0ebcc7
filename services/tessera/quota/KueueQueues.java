package tessera.quota;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.quota.LocalQueues.LocalQueue;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast.KueueAdmissionVerdict;
import tessera.text.SentenceJoiner;

/**
 * The LocalQueues and ClusterQueue shares of Kueue, with the capacity left for workloads.
 *
 * @param localQueues  through which it comes
 * @param shares of the ClusterQueues, as far as they may be read
 */
public record KueueQueues(LocalQueues localQueues, List<ClusterQueueQuota> shares) {

    public KueueQueues {
        shares = List.copyOf(shares);
    }

    /**
     * Reads the queues from the cluster; blocks.
     *
     * @param namespaces that are asked one by one where they may not be asked all at once
     */
    public static KueueQueues read(ClusterObjectSource source, Collection<String> namespaces)
            throws ProblemException, InterruptedException {
        return new KueueQueues(LocalQueues.read(source, namespaces), new ClusterQueueReader(source).read().shares());
    }

    /** Returns the capacity a queue has left of a device, without a full stop; empty without a queue. */
    public String remainingText(String namespace, String name, String resource) {
        return name.isEmpty() ? "" : checkRequest(namespace, name, resource, 0).text();
    }

    /** Returns the capacity a queue has left of a device, and whether it admits the requested amount. */
    public KueueAdmissionForecast checkRequest(String namespace, String name, String resource, long wanted) {
        var queue = localQueues.find(namespace, name);
        if (queue.isEmpty()) {
            return forecastWithoutQueue(namespace, name);
        }
        var leadsTo = queue.get().clusterQueue();
        var closed = closedReason(queue.get());
        if (closed.isPresent()) {
            return forecast(closed.get(), KueueAdmissionVerdict.HOLDS);
        }
        var known = sharesOf(leadsTo, resource);
        if (known.isEmpty()) {
            if (shares.stream().anyMatch(share -> share.queue().equals(leadsTo))) {
                return forecast(new QueueAdmissionReason.ClusterQueueLacksResource(leadsTo, resource),
                        KueueAdmissionVerdict.HOLDS);
            }
            return forecast(new QueueAdmissionReason.ClusterQueueQuotaUnknown(leadsTo, resource),
                    KueueAdmissionVerdict.UNKNOWN);
        }
        if (known.stream().anyMatch(share -> share.remaining().orElse(wanted) >= wanted)) {
            return new KueueAdmissionForecast(sharesText(known), KueueAdmissionVerdict.ADMITS);
        }
        boolean displaces = known.stream().anyMatch(share -> share.canPreemptFor(wanted));
        boolean holds = !displaces && known.stream().noneMatch(share -> canBorrow(share, wanted));
        return new KueueAdmissionForecast(
                new QueueAdmissionReason.RequestExceedsQueue(sharesText(known), wanted, resource, displaces).text(),
                holds ? KueueAdmissionVerdict.HOLDS : KueueAdmissionVerdict.BORROWS,
                holds ? quotaRemedyText(known, wanted) : "");
    }

    private KueueAdmissionForecast forecastWithoutQueue(String namespace, String name) {
        return localQueues.gapOf(namespace)
                .map(problem -> forecast(
                        problem.kind() == OperationProblemKind.FORBIDDEN
                                ? new QueueAdmissionReason.LocalQueueHidden(namespace, name)
                                : new QueueAdmissionReason.LocalQueueUnknown(namespace, name, problem.toReason()),
                        KueueAdmissionVerdict.UNKNOWN))
                .orElseGet(() -> forecast(
                        new QueueAdmissionReason.LocalQueueMissing(namespace, name, localQueues.namesIn(namespace)),
                        KueueAdmissionVerdict.HOLDS));
    }

    /** Returns whether the amount could be admitted from unused quota of the cohort, or by reclaiming what was lent. */
    private static boolean canBorrow(ClusterQueueQuota share, long wanted) {
        return !share.cohort().isEmpty()
                && (share.admissible().orElse(share.borrowingHeadroom().orElse(wanted)) >= wanted
                        || (share.reclaimsInCohort() && share.unusedNominal().orElse(0) >= wanted));
    }

    private static KueueAdmissionForecast forecast(QueueAdmissionReason reason, KueueAdmissionVerdict verdict) {
        return new KueueAdmissionForecast(reason.text(), verdict);
    }

    private Optional<QueueAdmissionReason> closedReason(LocalQueue queue) {
        return shares.stream().filter(share -> share.queue().equals(queue.clusterQueue()))
                .flatMap(share -> share.closedReason().stream()).findFirst()
                .<QueueAdmissionReason>map(
                        reason -> new QueueAdmissionReason.ClusterQueueStopped(queue.clusterQueue(), reason))
                .or(() -> queue.closedReason().map(
                        reason -> new QueueAdmissionReason.LocalQueueStopped(queue.name(), queue.namespace(), reason)));
    }

    /** Returns the change of quota that would admit the amount; of several flavors it names none. */
    private static String quotaRemedyText(List<ClusterQueueQuota> known, long wanted) {
        var share = known.getFirst();
        var own = QuantityParser.parseUnits(share.nominal());
        // What others have of it counts as much as what it uses itself.
        var most = known.size() == 1 && share.admissible().isPresent() && own.isPresent()
                ? Long.toString(ResourceAmounts.saturatedSum(own.getAsLong(), wanted - share.admissible().getAsLong()))
                : "";
        return new QueueAdmissionReason.NominalQuotaTooLow(share.queue(), share.resource(), share.nominal(), most,
                share.cohort(), share.usedUnits().orElse(1) > 0).text();
    }

    /** Returns the reason why the amount would not be admitted; empty where the queue admits it. */
    public Optional<String> refusalText(String namespace, String name, String resource, long wanted) {
        var forecast = checkRequest(namespace, name, resource, wanted);
        if (name.isEmpty() || forecast.verdict() == KueueAdmissionVerdict.ADMITS) {
            return Optional.empty();
        }
        return Optional.of(forecast.text());
    }

    private List<ClusterQueueQuota> sharesOf(String queue, String resource) {
        return shares.stream().filter(share -> share.queue().equals(queue) && share.resource().equals(resource))
                .toList();
    }

    private static String sharesText(List<ClusterQueueQuota> shares) {
        return shares.stream().map(KueueQueues::shareText).collect(SentenceJoiner.toSentences());
    }

    private static String shareText(ClusterQueueQuota share) {
        var left = share.remaining().isPresent() ? Long.toString(share.remaining().getAsLong()) : "";
        return new QueueAdmissionReason.ClusterQueueHeadroom(share.queue(), left, share.nominal(),
                Math.max(0, share.lentUnits().orElse(0)), share.findBorrowing()).text();
    }
}
