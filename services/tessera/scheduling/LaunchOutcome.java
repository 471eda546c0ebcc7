package tessera.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.CommandTarget;
import tessera.model.Plurals;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceText;
import tessera.scheduling.PodFit.FitOutcome;

/**
 * How pods of a manifest would fare if they were created now.
 *
 * @param of        the object that brings them, e.g. {@code Deployment/llm}
 * @param part      what they are of it, e.g. {@code Worker}; empty where that is not said
 * @param fit       of one of them
 * @param wanted    how many there are to be
 * @param everyNode whether there is to be one on each node that takes it
 * @param capacity  how many find a place
 * @param queue     of Kueue through which they are to go; empty for none
 * @param refusals  why the server refuses each of them or what they mount, whatever else there is
 * @param quotas    of their namespace, those that count what they ask
 * @param queues    what that queue says of all of them together, as far as it was asked
 * @param advice    what would help one more of them to a node; for as many as find a place nothing is needed
 * @param unknown   what could not be looked at, beside that of the fit
 */
public record LaunchOutcome(String of, String part, PodFit fit, long wanted, boolean everyNode, PodCapacity capacity,
        String queue,
        List<LaunchRefusal> refusals, List<QuotaRemainder> quotas, List<QueueRoom> queues,
        List<RemedySuggestion> advice,
        List<String> unknown) {

    public LaunchOutcome {
        refusals = List.copyOf(refusals);
        quotas = List.copyOf(quotas);
        queues = List.copyOf(queues);
        advice = List.copyOf(advice);
        unknown = List.copyOf(unknown);
    }

    /**
     * A rule of their namespace that they break, or a claim that comes along with them.
     *
     * @param whom   what the server refuses
     * @param words  a sentence without a full stop
     * @param advice what would help, a sentence without a full stop
     */
    public record LaunchRefusal(String whom, String words, String advice) {

        /** One of the pods themselves. */
        LaunchRefusal(String words, String advice) {
            this("each of its pods", words, advice);
        }

        private String headline() {
            return "The server refuses " + whom;
        }
    }

    /**
     * What a quota leaves.
     *
     * @param resource as the quota names it, e.g. {@code requests.nvidia.com/gpu}
     * @param each     how much one of the pods takes
     */
    public record QuotaRemainder(String quota, String resource, long hard, long used, long each) {

        static final String REQUESTS = "requests.";
        static final String LIMITS = "limits.";
        private static final String COUNT = "count/";

        /** What a key of a quota counts, e.g. {@code cpu} of {@code limits.cpu}; some name a class before. */
        static String counted(String key) {
            return Stream.of(REQUESTS, LIMITS, COUNT).filter(key::contains).findFirst()
                    .map(side -> key.substring(key.lastIndexOf(side) + side.length())).orElse(key);
        }

        /** How many such pods it is enough for. */
        public long pods() {
            return Math.max(0, hard - used) / each;
        }

        /** For example “Quota gpus: requests.nvidia.com/gpu used 3 of 8, enough for 2 such pods”. */
        public String words() {
            return "Quota %s: %s used %s of %s, enough for %d such %s".formatted(quota, resource, amount(used),
                    amount(hard), pods(), pods() == 1 ? "pod" : "pods");
        }

        private String amount(long value) {
            return ResourceText.words(counted(resource), value);
        }

        private String advice(long wanted) {
            long needed = ResourceAmounts.saturatedSum(used, ResourceAmounts.saturatedProduct(wanted, each));
            return "Raise %s of quota %s from %s to %s, or end pods of its namespace that have %s of it".formatted(
                    resource, quota, amount(hard), amount(needed), amount(needed - hard));
        }
    }

    /**
     * What a queue of Kueue has left of what is wanted.
     *
     * @param words  a sentence without a full stop
     * @param advice what would have it let in all of that, a sentence without a full stop; empty where nothing is known to
     */
    public record QueueRoom(String words, QueueVerdict standing, String advice) {

        /** One that nothing is known to help. */
        public QueueRoom(String words, QueueVerdict standing) {
            this(words, standing, "");
        }

        /** What a queue does with work. */
        public enum QueueVerdict {
            ADMITS,
            /** It has too little of its own now, and may borrow, take back what it lent, or end work of lower priority. */
            BORROWS,
            HOLDS,
            UNKNOWN
        }
    }

    /**
     * What they are called.
     *
     * @param all that the manifest brings: only of several sets of one object is it said which part of it they are
     */
    public String called(Collection<LaunchOutcome> all) {
        return part.isEmpty() || all.stream().filter(each -> each.of.equals(of)).count() < 2 ? of
                : "%s (%s)".formatted(of, part);
    }

    /** How many of them may be created and find a place. */
    public long room() {
        return quotas.stream().mapToLong(QuotaRemainder::pods).reduce(capacity.total(), Math::min);
    }

    /** The same with commands that name the cluster they are for. */
    public LaunchOutcome in(CommandTarget cluster) {
        return new LaunchOutcome(of, part, fit.in(cluster), wanted, everyNode, capacity, queue, refusals, quotas,
                queues,
                advice.stream().map(each -> each.in(cluster)).toList(), unknown);
    }

    /** The same where its queue was asked, too. */
    public LaunchOutcome queued(List<QueueRoom> rooms) {
        return new LaunchOutcome(of, part, fit, wanted, everyNode, capacity, queue, refusals, quotas, rooms, advice,
                unknown);
    }

    /** Whether its queue keeps some of them waiting, or all. */
    public boolean held() {
        return queues.stream().anyMatch(each -> each.standing() == QueueRoom.QueueVerdict.HOLDS);
    }

    /** Whether all of them are let in and find a place now. */
    public boolean served() {
        return fit.outcome() == FitOutcome.FITS && refusals.isEmpty() && room() >= wanted && !held();
    }

    /**
     * What keeps them from nodes, or where one of them fits, and how many where not all do or are let in; a sentence without
     * a full stop.
     */
    public String headline() {
        return barrier().orElseGet(this::places);
    }

    private String places() {
        boolean quotas = room() < capacity.total();
        if (fit.outcome() != FitOutcome.FITS || everyNode || served() || (capacity.capped() && !quotas)) {
            return fit.headline();
        }
        return (quotas ? "%s; quotas let in %d of %d" : "%s; there is room for %d of %d")
                .formatted(fit.headline(), room(), wanted);
    }

    /** What keeps them from nodes before these are asked, a sentence without a full stop; empty for nothing. */
    public Optional<String> barrier() {
        if (!refusals.isEmpty()) {
            var first = refusals.getFirst();
            return Optional.of(first.headline() + ": " + first.words());
        }
        return fit.outcome() == FitOutcome.FITS
                ? queues.stream().filter(each -> each.standing() == QueueRoom.QueueVerdict.HOLDS).findFirst()
                        .map(each -> "Its queue does not let all of it in now: " + each.words())
                : quotas.stream().filter(each -> wanted > 0 && each.pods() == 0).findFirst()
                        .map(each -> "Quota %s leaves %s of %s, so that the server refuses each of its pods".formatted(
                                each.quota(), each.amount(Math.max(0, each.hard() - each.used())), each.resource()));
    }

    /** How it stands in one sentence, without a full stop. */
    public String verdict() {
        return !refusals.isEmpty() ? refusals.getFirst().headline()
                : fit.outcome() == FitOutcome.FITS ? roomWords() : fit.headline();
    }

    /**
     * The same of work that is suspended, of one of its sets of pods.
     *
     * @param sets how many there are, each looked at as if it came alone
     */
    public String resumedWords(int sets) {
        var asked = fit.wish().requests();
        return sets == 1 ? verdict()
                : "%d %s%s, looked at alone: %s".formatted(wanted, wanted == 1 ? "pod" : "pods",
                        asked.names().stream().filter(name -> name.contains("/")).findFirst()
                                .map(name -> " with " + ResourceText.words(name, asked.get(name)) + " of " + name)
                                .orElse(" without devices"),
                        verdict());
    }

    /** How many find a place, and how many quotas let in; a sentence without a full stop. */
    public String roomWords() {
        var more = capacity.capped() ? " or more" : "";
        if (everyNode) {
            return "One on each of " + Plurals.of(capacity.total(), "node");
        }
        var quota = room() < capacity.total() ? "; quotas leave %d".formatted(room()) : "";
        var held = held() ? "; its queue does not let all of it in" : "";
        return "Nodes have room for %d%s now, %d wanted%s%s".formatted(capacity.total(), more, wanted, quota, held);
    }

    /** What would have ranges, quotas and its queue let in all of them, a sentence each without a full stop. */
    public List<String> quotaAdvice() {
        return Stream
                .of(refusals.stream().map(LaunchRefusal::advice),
                        quotas.stream().filter(each -> each.pods() < wanted).map(each -> each.advice(wanted)),
                        queues.stream().map(QueueRoom::advice).filter(advice -> !advice.isEmpty()))
                .flatMap(advice -> advice).distinct().toList();
    }
}
