package tessera.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.model.CopiedCommandContext;
import tessera.model.ResourceAmountFormatter;
import tessera.text.MessageCatalog;

/**
 * The predicted placement of a set of pods of a manifest, if they were created now.
 *
 * @param owner        the object that brings them, e.g. {@code Deployment/llm}
 * @param ownerPart      what they are of it, e.g. {@code Worker}; empty where that is not said
 * @param fit       of one of them
 * @param podCount    how many there are to be
 * @param onEveryNode whether there is to be one on each node that takes it
 * @param capacity  how many find a place
 * @param queue     of Kueue through which they are to go; empty for none
 * @param refusals  why the server refuses each of them or what they mount, whatever else there is
 * @param quotas    of their namespace, those that count what they ask
 * @param queues    what that queue says of all of them together, as far as it was asked
 * @param remedies    what would help one more of them to a node; for as many as find a place nothing is needed
 * @param unknown   what could not be looked at, beside that of the fit
 */
public record PredictedPodPlacement(String owner, String ownerPart, PodFitResult fit, long podCount,
        boolean onEveryNode, FittingPodCount capacity, String queue, List<PodCreationRefusal> refusals,
        List<QuotaRemainder> quotas, List<KueueAdmissionForecast> queues, List<SchedulingRemedy> remedies,
        List<String> unknown) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PredictedPodPlacement.class);

    public PredictedPodPlacement {
        refusals = List.copyOf(refusals);
        quotas = List.copyOf(quotas);
        queues = List.copyOf(queues);
        remedies = List.copyOf(remedies);
        unknown = List.copyOf(unknown);
    }

    /**
     * The amount that a quota leaves for the pods.
     *
     * @param resource as the quota names it, e.g. {@code requests.nvidia.com/gpu}
     * @param perPod     how much one of the pods takes
     */
    public record QuotaRemainder(String quota, String resource, long hard, long used, long perPod) {

        private static final String REQUESTS = "requests.";
        private static final String LIMITS = "limits.";
        private static final String COUNT = "count/";

        /** Returns the resource that a quota key counts, e.g. {@code cpu} of {@code limits.cpu}; some name a class before. */
        static String countedResource(String key) {
            return Stream.of(REQUESTS, LIMITS, COUNT).filter(key::contains).findFirst()
                    .map(side -> key.substring(key.lastIndexOf(side) + side.length())).orElse(key);
        }

        /** Returns the number of such pods that the remainder is enough for. */
        public long podCount() {
            return QuotaHeadroomCalculator.remaining(hard, used) / perPod;
        }

        /** Returns the remainder as text, for example “Quota gpus: requests.nvidia.com/gpu used 3 of 8, enough for 2 such pods”. */
        public String remainderText() {
            return MESSAGES.text("quota.remainder", quota, resource, amountText(used), amountText(hard), podCount());
        }

        private String amountText(long value) {
            return ResourceAmountFormatter.amountText(countedResource(resource), value);
        }

        private String remedyText(long wanted) {
            long needed = ResourceAmounts.saturatedSum(used, ResourceAmounts.saturatedProduct(wanted, perPod));
            return MESSAGES.text("remedy.raiseQuota", resource, quota, amountText(hard), amountText(needed),
                    amountText(needed - hard));
        }
    }

    /**
     * The verdict of a Kueue queue on the requested amount.
     *
     * @param text  a sentence without a full stop
     * @param remedyText what would have it let in all of that, a sentence without a full stop; empty where nothing is known to
     */
    public record KueueAdmissionForecast(String text, KueueAdmissionVerdict verdict, String remedyText) {

        /** One that nothing is known to help. */
        public KueueAdmissionForecast(String words, KueueAdmissionVerdict admissionVerdict) {
            this(words, admissionVerdict, "");
        }

        /** The kinds of verdict. */
        public enum KueueAdmissionVerdict {
            ADMITS,
            /** It has too little of its own now, and may borrow, take back what it lent, or end work of lower priority. */
            BORROWS,
            HOLDS,
            UNKNOWN
        }
    }

    /**
     * Returns the name of the set of pods for people.
     *
     * @param all that the manifest brings: only of several sets of one object is it said which part of it they are
     */
    public String displayName(Collection<PredictedPodPlacement> all) {
        if (ownerPart.isEmpty() || all.stream().filter(outcome -> outcome.owner.equals(owner)).count() < 2) {
            return owner;
        }
        return "%s (%s)".formatted(owner, ownerPart);
    }

    /** Returns the number of pods that may be created and find a node. */
    public long placeablePods() {
        return quotas.stream().mapToLong(QuotaRemainder::podCount).reduce(capacity.totalPods(), Math::min);
    }

    /** Returns a copy whose commands name the target cluster. */
    public PredictedPodPlacement withCommandTarget(CopiedCommandContext cluster) {
        return new PredictedPodPlacement(owner, ownerPart, fit.withCommandTarget(cluster), podCount, onEveryNode,
                capacity, queue, refusals, quotas, queues,
                remedies.stream().map(suggestion -> suggestion.withCommandTarget(cluster)).toList(), unknown);
    }

    /** Returns a copy with the verdicts of its queue. */
    public PredictedPodPlacement withQueues(List<KueueAdmissionForecast> rooms) {
        return new PredictedPodPlacement(owner, ownerPart, fit, podCount, onEveryNode, capacity, queue, refusals,
                quotas, rooms, remedies, unknown);
    }

    /** Returns whether its queue holds back some or all of the pods. */
    public boolean isHeldByQueue() {
        return queues.stream()
                .anyMatch(forecast -> forecast.verdict() == KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS);
    }

    /** Returns whether all pods are admitted and find a node now. */
    public boolean areAllPlaced() {
        return fit.isPlaceable() && refusals.isEmpty() && placeablePods() >= podCount && !isHeldByQueue();
    }

    /**
     * Returns the placement or its main obstacle as a sentence without a full stop.
     */
    public String headlineText() {
        return admissionProblem().orElseGet(this::placesText);
    }

    private String placesText() {
        boolean quotas = placeablePods() < capacity.totalPods();
        if (!fit.isPlaceable() || onEveryNode || areAllPlaced() || (capacity.capped() && !quotas)) {
            return fit.headline();
        }
        return MESSAGES.text(quotas ? "placement.quotas" : "placement.room", fit.headline(), placeablePods(), podCount);
    }

    /** Returns the obstacle before any node is examined, without a full stop; empty for none. */
    public Optional<String> admissionProblem() {
        if (!refusals.isEmpty()) {
            var first = refusals.getFirst();
            return Optional.of(first.headlineText() + ": " + first.text());
        }
        if (fit.isPlaceable()) {
            return queues.stream()
                    .filter(forecast -> forecast.verdict() == KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS)
                    .findFirst().map(forecast -> MESSAGES.text("placement.queueHolds", forecast.text()));
        }
        return quotas.stream().filter(remainder -> podCount > 0 && remainder.podCount() == 0).findFirst()
                .map(remainder -> MESSAGES.text("placement.quotaFull", remainder.quota(),
                        remainder.amountText(QuotaHeadroomCalculator.remaining(remainder.hard(), remainder.used())),
                        remainder.resource()));
    }

    /** Returns the outcome as one sentence without a full stop. */
    public String summaryText() {
        if (!refusals.isEmpty()) {
            return refusals.getFirst().headlineText();
        }
        if (fit.isPlaceable()) {
            return placesSummaryText();
        }
        return fit.headline();
    }

    /**
     * Returns the outcome of one set of pods of a suspended workload.
     *
     * @param sets how many there are, each looked at as if it came alone
     */
    public String resumedText(int sets) {
        var requested = fit.podSpec().requests();
        if (sets == 1) {
            return summaryText();
        }
        var device = requested.names().stream().filter(name -> name.contains("/")).findFirst()
                .map(name -> new RequestedAmount(name, requested.get(name)));
        return MESSAGES.text("placement.ofSeveral", podCount, device, summaryText());
    }

    /** Returns the number of pods that find a node, and that quotas admit, without a full stop. */
    public String placesSummaryText() {
        if (onEveryNode) {
            return MESSAGES.text("placement.everyNode", capacity.totalPods());
        }
        return MESSAGES.text("placement.summary", capacity.totalPods(), capacity.capped(), podCount,
                placeablePods() < capacity.totalPods() ? Optional.of(placeablePods()) : Optional.empty(),
                isHeldByQueue());
    }

    /** Returns the changes of ranges, quotas and queue that would admit all pods, each without a full stop. */
    public List<String> quotaRemedyTexts() {
        return Stream
                .of(refusals.stream().map(PodCreationRefusal::remedyText),
                        quotas.stream().filter(remainder -> remainder.podCount() < podCount)
                                .map(remainder -> remainder.remedyText(podCount)),
                        queues.stream().map(KueueAdmissionForecast::remedyText).filter(advice -> !advice.isEmpty()))
                .flatMap(advice -> advice).distinct().toList();
    }
}
