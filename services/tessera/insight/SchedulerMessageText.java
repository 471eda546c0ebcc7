package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tessera.insight.PendingDiagnosis.Prospect;
import tessera.insight.SchedulerMessage.RefusalReason;
import tessera.model.ListText;
import tessera.model.Taint;

/**
 * Why the scheduler found no node, in one sentence: what kept the pod from those nodes that came furthest is said first.
 * Of the nodes that lack something the scheduler tells each lack apart, so that a node counts under several; here it counts
 * once.
 */
final class SchedulerMessageText {

    private static final String LACK = "Insufficient ";
    private static final String AMOUNT = "too little ";
    private static final String NUMBER = "too few ";
    private static final String PODS = "Too many pods";

    /**
     * The scheduler's words, and plain ones.
     *
     * @param beginning of the scheduler's
     * @param many      for several nodes
     * @param one       for a single one
     * @param by        what keeps the pod away; empty for what is looked at after the room that a node has
     */
    private record SchedulerPhrase(String beginning, String many, String one, String by) {}

    private static final SchedulerPhrase TAINT = new SchedulerPhrase("node(s) had untolerated taint",
            "have a taint it does not tolerate",
            "has a taint it does not tolerate", "taints");
    private static final SchedulerPhrase SELECTOR = new SchedulerPhrase(
            "node(s) didn't match Pod's node affinity/selector",
            "do not match its selector", "does not match its selector", "its selector");
    private static final SchedulerPhrase CORDON = new SchedulerPhrase("node(s) were unschedulable", "are cordoned",
            "is cordoned",
            "a cordon");
    private static final SchedulerPhrase PORT = new SchedulerPhrase("node(s) didn't have free ports",
            "have its port in use",
            "has its port in use", "a port that is in use");
    private static final SchedulerPhrase COMPANY = new SchedulerPhrase("node(s) didn't match pod affinity rules",
            "lack the pods it wants to be near", "lacks the pods it wants to be near", "");
    private static final SchedulerPhrase REACH = new SchedulerPhrase("", "do not reach its volume",
            "does not reach its volume", "");
    private static final List<SchedulerPhrase> PHRASES = List.of(TAINT,
            new SchedulerPhrase("node(s) had taint", TAINT.many(), TAINT.one(), TAINT.by()), SELECTOR,
            new SchedulerPhrase("node(s) didn't satisfy plugin(s) [NodeAffinity]", SELECTOR.many(), SELECTOR.one(),
                    SELECTOR.by()),
            CORDON,
            new SchedulerPhrase("node(s) didn't match the requested node name", "are not the one it names",
                    "is not the one it names", "the name it asks for"),
            PORT,
            new SchedulerPhrase("node(s) didn't match pod topology spread constraints (missing required label)",
                    "lack the label it is to be spread over", "lacks the label it is to be spread over", ""),
            new SchedulerPhrase("node(s) didn't match pod topology spread constraints", "would break its spread",
                    "would break its spread", ""),
            new SchedulerPhrase("node(s) didn't match pod anti-affinity rules", "run pods it keeps away from",
                    "runs pods it keeps away from", ""),
            new SchedulerPhrase("node(s) didn't satisfy existing pods anti-affinity rules",
                    "run pods that keep it away",
                    "runs pods that keep it away", ""),
            new SchedulerPhrase("cannot allocate all claims", "do not have the devices it claims",
                    "does not have the devices it claims", ""),
            new SchedulerPhrase("resourceclaim not available on the node", "are not where the devices of its claim are",
                    "is not where the devices of its claim are", ""),
            new SchedulerPhrase("node(s) didn't find available persistent volumes to bind",
                    "have no free volume for its claim",
                    "has no free volume for its claim", ""),
            new SchedulerPhrase("node(s) didn't match PersistentVolume's node affinity", REACH.many(), REACH.one(), ""),
            new SchedulerPhrase("node(s) had volume node affinity conflict", REACH.many(), REACH.one(), ""),
            COMPANY);

    private final SchedulerMessage refusal;
    private final Function<String, String> wanted;
    private final Function<String, String> lack;
    private final ToLongFunction<String> roomy;
    private final List<RefusalReason> early = new ArrayList<>();
    private final List<RefusalReason> late = new ArrayList<>();
    private final List<RefusalReason> lacks = new ArrayList<>();

    /**
     * Words for a refusal.
     *
     * @param wanted how much of a device the pod wants, e.g. {@code 8 GPUs}; empty for what is no device
     * @param lack   what it means that a resource does not suffice, e.g. {@code too few GPUs}
     * @param roomy  how many nodes offer a resource, where each of them has enough of it free; else 0
     */
    SchedulerMessageText(SchedulerMessage refusal, Function<String, String> wanted, Function<String, String> lack,
            ToLongFunction<String> roomy) {
        this.refusal = refusal;
        this.wanted = wanted;
        this.lack = lack;
        this.roomy = roomy;
        refusal.reasons().stream().sorted(Comparator.comparingInt(RefusalReason::nodes).reversed()).forEach(reason -> {
            if (reason.text().startsWith(LACK) || reason.text().startsWith(PODS)) {
                lacks.add(reason);
            } else if (phrase(reason).filter(phrase -> !phrase.by().isEmpty()).isPresent()) {
                early.add(reason);
            } else {
                late.add(reason);
            }
        });
    }

    /** Whether no other pod's end gives it a node, as far as the scheduler tells, who stops at the first thing that is against a node. */
    boolean vain() {
        boolean nodes = lacks.isEmpty() && late.isEmpty();
        return nodes ? !said(early, PORT) : refusal.hopeless() && !said(late, COMPANY);
    }

    /** What is to be expected where others may be in its way. */
    Prospect prospect() {
        // Of several lacks, of which nodes that are not its choice may have some, one may be for good.
        boolean plain = lacks.size() == 1 || !refusal.choosy();
        boolean crowd = !lacks.isEmpty() && !refusal.hopeless() && refusal.crowded();
        return crowd && late.isEmpty() && !said(early, PORT) && plain ? Prospect.LATER : Prospect.UNKNOWN;
    }

    /** Whether something besides the node's own doors and the room that it has is against it. */
    boolean further() {
        return !late.isEmpty();
    }

    /** Whether it says that nodes are closed for now. */
    boolean passing() {
        return said(early, CORDON) || early.stream().map(RefusalReason::text).anyMatch(SchedulerMessageText::named);
    }

    /** Whether it says that taints keep the pod out and not which. */
    boolean nameless() {
        return early.stream().map(RefusalReason::text).anyMatch(text -> text.startsWith(TAINT.beginning() + "(s)"));
    }

    /** Whether it names a taint that the cluster sets and takes by itself. */
    private static boolean named(String text) {
        int from = text.indexOf('{');
        int to = text.indexOf(':', from + 1);
        return from >= 0 && to >= 0 && new Taint(text.substring(from + 1, to), "", "").trouble().isPresent();
    }

    private static boolean said(List<RefusalReason> reasons, SchedulerPhrase what) {
        return reasons.stream().anyMatch(reason -> reason.text().startsWith(what.beginning()));
    }

    String sentence() {
        if (lacks.isEmpty() || !late.isEmpty()) {
            var parts = new ArrayList<>(late.stream().map(SchedulerMessageText::counted).toList());
            if (!lacks.isEmpty()) {
                parts.add(left() == 0 ? "others have " + lacking()
                        : left() + foreign().map(lack -> (left() == 1 ? " offers no " : " offer no ") + noun(lack))
                                .orElseGet(() -> (left() == 1 ? " has " : " have ") + lacking()));
            }
            early.forEach(reason -> parts.add(counted(reason)));
            return "No node fits: " + String.join(", ", parts);
        }
        var kept = foreign().filter(_ -> !early.isEmpty());
        int others = sum(early);
        var ways = early.stream().flatMap(reason -> phrase(reason).stream()).map(SchedulerPhrase::by)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (kept.isPresent()) {
            long offering = roomy.applyAsLong(resource(kept.get()));
            return "%s offer%s %s %s kept from it by %s".formatted(
                    offering == 1 ? "The only node that" : "The %d nodes that".formatted(offering),
                    offering == 1 ? "s" : "", noun(kept.get()), offering == 1 ? "is" : "are",
                    ListText.joined(ways, " or "));
        }
        if (refusal.hopeless() && !ways.isEmpty() && left() > 0) {
            // What somebody could open comes before what no pod's end gives.
            return "%s kept from it by %s; %s".formatted(others == 1 ? "1 node is" : others + " nodes are",
                    ListText.joined(ways, " or "), remaining());
        }
        return room() + (ways.isEmpty() ? ""
                : "; %s kept from it by %s".formatted(others == 1 ? "1 other is" : others + " others are",
                        ListText.joined(ways, " or ")));
    }

    /** What the nodes that are left lack only because they are not those that offer it. */
    private Optional<RefusalReason> foreign() {
        return lacks.stream().filter(reason -> reason.nodes() == left() && roomy.applyAsLong(resource(reason)) > 0)
                .findFirst();
    }

    private String noun(RefusalReason reason) {
        return lack(reason).substring(NUMBER.length());
    }

    /** What the nodes lack that nothing else keeps from the pod. */
    private String room() {
        var devices = lacks.size() == 1 ? wanted.apply(resource(lacks.getFirst())) : "";
        return switch (left()) {
            case 0 -> "Nodes that it may use have " + lacking();
            case 1 -> "The only node it may use " + (devices.isEmpty() ? "has " + lacking()
                    : "does not have %s%s".formatted(devices, free()));
            default -> devices.isEmpty() ? "The %d nodes it may use have %s".formatted(left(), lacking())
                    : "None of the %d nodes it may use has %s%s".formatted(left(), devices, free());
        };
    }

    /** The same of those that are open to it, which would not do if they were empty. */
    private String remaining() {
        var devices = lacks.size() == 1 ? wanted.apply(resource(lacks.getFirst())) : "";
        var others = left() == 1 ? "the only other " : "the %d others ".formatted(left());
        return others + (devices.isEmpty() ? (left() == 1 ? "has " : "have ") + lacking()
                : (left() == 1 ? "does not have " : "do not have ") + devices + free());
    }

    private String free() {
        return refusal.hopeless() ? ", not even when empty" : " free";
    }

    /** Devices first, e.g. {@code too few GPUs, too little CPU or memory free}. */
    private String lacking() {
        var words = new LinkedHashSet<String>();
        lacks.stream().map(this::lack).filter(word -> !word.startsWith(AMOUNT)).forEach(words::add);
        boolean first = true;
        for (var word : lacks.stream().map(this::lack).filter(word -> word.startsWith(AMOUNT)).toList()) {
            words.add(first ? word : word.substring(AMOUNT.length()));
            first = false;
        }
        boolean all = lacks.stream().allMatch(reason -> reason.nodes() == left());
        return ListText.joined(words, all ? " and " : " or ") + (refusal.hopeless() ? ", even when empty" : " free");
    }

    private String lack(RefusalReason reason) {
        return reason.text().startsWith(PODS) ? AMOUNT + "room for pods" : lack.apply(resource(reason));
    }

    /** How many nodes lack something and nothing else; 0 where the scheduler's numbers do not tell. */
    private int left() {
        int left = refusal.nodes() - sum(early) - sum(late);
        int most = lacks.stream().mapToInt(RefusalReason::nodes).max().orElse(0);
        return left >= most && left <= sum(lacks) ? left : 0;
    }

    private static int sum(List<RefusalReason> reasons) {
        return reasons.stream().mapToInt(RefusalReason::nodes).sum();
    }

    private static String resource(RefusalReason reason) {
        return reason.text().startsWith(LACK) ? reason.text().substring(LACK.length()) : "";
    }

    private static Optional<SchedulerPhrase> phrase(RefusalReason reason) {
        return PHRASES.stream().filter(phrase -> reason.text().startsWith(phrase.beginning())).findFirst();
    }

    private static String counted(RefusalReason reason) {
        return reason.nodes() + " " + phrase(reason).map(phrase -> reason.nodes() == 1 ? phrase.one() : phrase.many())
                .orElse("say “" + reason.text() + "”");
    }
}
