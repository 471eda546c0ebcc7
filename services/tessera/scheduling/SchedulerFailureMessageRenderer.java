package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.Taint;
import tessera.model.WordListJoiner;
import tessera.scheduling.PendingDiagnosis.PendingPodProspect;
import tessera.scheduling.SchedulerFailureMessage.NodeRejectionCount;

/**
 * Renders a scheduler message as one sentence, with the failures of the closest nodes first.
 * Of the nodes that lack something the scheduler tells each lack apart, so that a node counts under several; here it counts
 * once.
 */
final class SchedulerFailureMessageRenderer {

    private static final String LACK = "Insufficient ";
    private static final String AMOUNT = "too little ";
    private static final String NUMBER = "too few ";
    private static final String PODS = NodeRejectionReason.TOO_MANY_PODS.message();

    /**
     * A reason in the scheduler's words, with the texts that replace it.
     *
     * @param prefix of the scheduler's
     * @param pluralText      for several nodes
     * @param singularText       for a single one
     * @param causeText        what keeps the pod away; empty for what is looked at after the room that a node has
     */
    private record SchedulerPhrase(String prefix, String pluralText, String singularText, String causeText) {}

    private static final SchedulerPhrase TAINT = new SchedulerPhrase("node(s) had untolerated taint",
            "have a taint it does not tolerate",
            "has a taint it does not tolerate", "taints");
    private static final SchedulerPhrase SELECTOR = new SchedulerPhrase(
            NodeRejectionReason.NODE_AFFINITY.message(),
            "do not match its selector", "does not match its selector", "its selector");
    private static final SchedulerPhrase CORDON = new SchedulerPhrase(NodeRejectionReason.UNSCHEDULABLE.message(),
            "are cordoned",
            "is cordoned",
            "a cordon");
    private static final SchedulerPhrase PORT = new SchedulerPhrase("node(s) didn't have free ports",
            "have its port in use",
            "has its port in use", "a port that is in use");
    private static final SchedulerPhrase COMPANY = new SchedulerPhrase(NodeRejectionReason.POD_AFFINITY.message(),
            "lack the pods it wants to be near", "lacks the pods it wants to be near", "");
    private static final SchedulerPhrase REACH = new SchedulerPhrase("", "do not reach its volume",
            "does not reach its volume", "");
    private static final List<SchedulerPhrase> PHRASES = List.of(TAINT,
            new SchedulerPhrase("node(s) had taint", TAINT.pluralText(), TAINT.singularText(), TAINT.causeText()),
            SELECTOR,
            new SchedulerPhrase(NodeRejectionReason.NOT_IN_PREFILTER_RESULT.message(), SELECTOR.pluralText(),
                    SELECTOR.singularText(),
                    SELECTOR.causeText()),
            CORDON,
            new SchedulerPhrase(NodeRejectionReason.NODE_NAME.message(), "are not the one it names",
                    "is not the one it names", "the name it asks for"),
            PORT,
            new SchedulerPhrase(NodeRejectionReason.TOPOLOGY_LABEL_MISSING.message(),
                    "lack the label it is to be spread over", "lacks the label it is to be spread over", ""),
            new SchedulerPhrase(NodeRejectionReason.TOPOLOGY_SKEW.message(), "would break its spread",
                    "would break its spread", ""),
            new SchedulerPhrase(NodeRejectionReason.POD_ANTI_AFFINITY.message(), "run pods it keeps away from",
                    "runs pods it keeps away from", ""),
            new SchedulerPhrase(NodeRejectionReason.EXISTING_POD_ANTI_AFFINITY.message(),
                    "run pods that keep it away",
                    "runs pods that keep it away", ""),
            new SchedulerPhrase("cannot allocate all claims", "do not have the devices it claims",
                    "does not have the devices it claims", ""),
            new SchedulerPhrase("resourceclaim not available on the node", "are not where the devices of its claim are",
                    "is not where the devices of its claim are", ""),
            new SchedulerPhrase(NodeRejectionReason.NO_VOLUME_TO_BIND.message(),
                    "have no free volume for its claim",
                    "has no free volume for its claim", ""),
            new SchedulerPhrase(NodeRejectionReason.VOLUME_NODE_AFFINITY.message(), REACH.pluralText(),
                    REACH.singularText(), ""),
            new SchedulerPhrase("node(s) had volume node affinity conflict", REACH.pluralText(), REACH.singularText(),
                    ""),
            new SchedulerPhrase(NodeRejectionReason.VOLUME_ZONE.message(), REACH.pluralText(), REACH.singularText(),
                    ""),
            new SchedulerPhrase(NodeRejectionReason.CLAIM_OF_ANOTHER_POD.message(),
                    "wait for another pod to leave its claim, which is for one pod",
                    "waits for another pod to leave its claim, which is for one pod", ""),
            COMPANY);

    private final SchedulerFailureMessage refusal;
    private final Function<String, String> requestedText;
    private final Function<String, String> lack;
    private final ToLongFunction<String> roomy;
    private final List<NodeRejectionCount> early = new ArrayList<>();
    private final List<NodeRejectionCount> late = new ArrayList<>();
    private final List<NodeRejectionCount> shortages = new ArrayList<>();

    /**
     * Words for a refusal.
     *
     * @param requestedText how much of a device the pod wants, e.g. {@code 8 GPUs}; empty for what is no device
     * @param lack   what it means that a resource does not suffice, e.g. {@code too few GPUs}
     * @param roomy  how many nodes offer a resource, where each of them has enough of it free; else 0
     */
    SchedulerFailureMessageRenderer(SchedulerFailureMessage refusal, Function<String, String> requestedText,
            Function<String, String> lack,
            ToLongFunction<String> roomy) {
        this.refusal = refusal;
        this.requestedText = requestedText;
        this.lack = lack;
        this.roomy = roomy;
        for (var reason : refusal.reasons().stream()
                .sorted(Comparator.comparingInt(NodeRejectionCount::nodes).reversed()).toList()) {
            if (reason.text().startsWith(LACK) || reason.text().startsWith(PODS)) {
                shortages.add(reason);
            } else if (findPhrase(reason).filter(phrase -> !phrase.causeText().isEmpty()).isPresent()) {
                early.add(reason);
            } else {
                late.add(reason);
            }
        }
    }

    /** Returns whether no other pod's end makes a node fit, judged by the first failure that the scheduler reports of each node. */
    boolean isHopeless() {
        boolean nodes = shortages.isEmpty() && late.isEmpty();
        return nodes ? !hasReason(early, PORT) : refusal.preemptionUnhelpful() && !hasReason(late, COMPANY);
    }

    /** Returns the prospect of the pod where others may be in its way. */
    PendingPodProspect prospect() {
        // Of several lacks, of which nodes that are not its choice may have some, one may be for good.
        boolean plain = shortages.size() == 1 || !refusal.hasNonMatchingNodes();
        boolean crowd = !shortages.isEmpty() && !refusal.preemptionUnhelpful() && refusal.noVictimsFound();
        if (crowd && late.isEmpty() && !hasReason(early, PORT) && plain) {
            return PendingPodProspect.LATER;
        }
        return PendingPodProspect.UNKNOWN;
    }

    /** Returns whether a reason besides closed nodes and missing resources is reported. */
    boolean hasOtherReasons() {
        return !late.isEmpty();
    }

    /** Returns whether the message reports nodes that are closed for now. */
    boolean hasTemporaryReasons() {
        return hasReason(early, CORDON)
                || early.stream().map(NodeRejectionCount::text)
                        .anyMatch(SchedulerFailureMessageRenderer::namesClusterTaint);
    }

    /** Returns whether the message reports taints without naming them. */
    boolean hasUnnamedTaints() {
        return early.stream().map(NodeRejectionCount::text).anyMatch(text -> text.startsWith(TAINT.prefix() + "(s)"));
    }

    /** Returns whether it names a taint that the cluster sets and removes itself. */
    private static boolean namesClusterTaint(String text) {
        int from = text.indexOf('{');
        int to = text.indexOf(':', from + 1);
        return from >= 0 && to >= 0 && new Taint(text.substring(from + 1, to), "", "").nodeProblemText().isPresent();
    }

    private static boolean hasReason(List<NodeRejectionCount> reasons, SchedulerPhrase what) {
        return reasons.stream().anyMatch(reason -> reason.text().startsWith(what.prefix()));
    }

    String messageText() {
        if (shortages.isEmpty() || !late.isEmpty()) {
            var parts = new ArrayList<>(late.stream().map(SchedulerFailureMessageRenderer::countedText).toList());
            if (!shortages.isEmpty()) {
                parts.add(remainingNodes() == 0 ? "others have " + lackingText()
                        : remainingNodes() + missingResource().map(
                                lack -> (remainingNodes() == 1 ? " offers no " : " offer no ") + resourceNoun(lack))
                                .orElseGet(() -> (remainingNodes() == 1 ? " has " : " have ") + lackingText()));
            }
            early.forEach(reason -> parts.add(countedText(reason)));
            return "No node fits: " + String.join(", ", parts);
        }
        var kept = missingResource().filter(_ -> !early.isEmpty());
        int others = countNodes(early);
        var ways = early.stream().flatMap(reason -> findPhrase(reason).stream()).map(SchedulerPhrase::causeText)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (kept.isPresent()) {
            long offering = roomy.applyAsLong(resourceName(kept.get()));
            return "%s offer%s %s %s kept from it by %s".formatted(
                    offering == 1 ? "The only node that" : "The %d nodes that".formatted(offering),
                    offering == 1 ? "s" : "", resourceNoun(kept.get()), offering == 1 ? "is" : "are",
                    WordListJoiner.joinWords(ways, " or "));
        }
        if (refusal.preemptionUnhelpful() && !ways.isEmpty() && remainingNodes() > 0) {
            // What somebody could open comes before what no pod's end gives.
            return "%s kept from it by %s; %s".formatted(others == 1 ? "1 node is" : others + " nodes are",
                    WordListJoiner.joinWords(ways, " or "), remainingText());
        }
        return roomText() + keptNodesText(ways, others);
    }

    private static String keptNodesText(Set<String> ways, int others) {
        if (ways.isEmpty()) {
            return "";
        }
        return "; %s kept from it by %s".formatted(others == 1 ? "1 other is" : others + " others are",
                WordListJoiner.joinWords(ways, " or "));
    }

    /** Returns the resource that the remaining nodes lack because they do not offer it at all. */
    private Optional<NodeRejectionCount> missingResource() {
        return shortages.stream()
                .filter(reason -> reason.nodes() == remainingNodes() && roomy.applyAsLong(resourceName(reason)) > 0)
                .findFirst();
    }

    private String resourceNoun(NodeRejectionCount reason) {
        return lackText(reason).substring(NUMBER.length());
    }

    /** Returns the text about resources missing on the nodes that nothing else excludes. */
    private String roomText() {
        var devices = shortages.size() == 1 ? requestedText.apply(resourceName(shortages.getFirst())) : "";
        return switch (remainingNodes()) {
            case 0 -> "Nodes that it may use have " + lackingText();
            case 1 -> "The only node it may use " + (devices.isEmpty() ? "has " + lackingText()
                    : "does not have %s%s".formatted(devices, freeText()));
            default -> devices.isEmpty() ? "The %d nodes it may use have %s".formatted(remainingNodes(), lackingText())
                    : "None of the %d nodes it may use has %s%s".formatted(remainingNodes(), devices, freeText());
        };
    }

    /** Returns the same for nodes that are open to the pod and too small even when empty. */
    private String remainingText() {
        var devices = shortages.size() == 1 ? requestedText.apply(resourceName(shortages.getFirst())) : "";
        var others = remainingNodes() == 1 ? "the only other " : "the %d others ".formatted(remainingNodes());
        return others + lackOfDevicesText(devices);
    }

    private String lackOfDevicesText(String devices) {
        if (devices.isEmpty()) {
            return (remainingNodes() == 1 ? "has " : "have ") + lackingText();
        }
        return (remainingNodes() == 1 ? "does not have " : "do not have ") + devices + freeText();
    }

    private String freeText() {
        return refusal.preemptionUnhelpful() ? ", not even when empty" : " free";
    }

    /** Returns the missing resources, devices first, e.g. {@code too few GPUs, too little CPU or memory free}. */
    private String lackingText() {
        var words = new LinkedHashSet<String>();
        shortages.stream().map(this::lackText).filter(word -> !word.startsWith(AMOUNT)).forEach(words::add);
        boolean first = true;
        for (var word : shortages.stream().map(this::lackText).filter(word -> word.startsWith(AMOUNT)).toList()) {
            words.add(first ? word : word.substring(AMOUNT.length()));
            first = false;
        }
        boolean all = shortages.stream().allMatch(reason -> reason.nodes() == remainingNodes());
        return WordListJoiner.joinWords(words, all ? " and " : " or ")
                + (refusal.preemptionUnhelpful() ? ", even when empty" : " free");
    }

    private String lackText(NodeRejectionCount reason) {
        return reason.text().startsWith(PODS) ? AMOUNT + "room for pods" : lack.apply(resourceName(reason));
    }

    /** Returns the number of nodes that only lack resources; 0 if the scheduler's numbers do not tell. */
    private int remainingNodes() {
        int left = refusal.nodes() - countNodes(early) - countNodes(late);
        int maximum = shortages.stream().mapToInt(NodeRejectionCount::nodes).max().orElse(0);
        return left >= maximum && left <= countNodes(shortages) ? left : 0;
    }

    private static int countNodes(List<NodeRejectionCount> reasons) {
        return reasons.stream().mapToInt(NodeRejectionCount::nodes).sum();
    }

    private static String resourceName(NodeRejectionCount reason) {
        return reason.text().startsWith(LACK) ? reason.text().substring(LACK.length()) : "";
    }

    private static Optional<SchedulerPhrase> findPhrase(NodeRejectionCount reason) {
        return PHRASES.stream().filter(phrase -> reason.text().startsWith(phrase.prefix())).findFirst();
    }

    private static String countedText(NodeRejectionCount reason) {
        return reason.nodes() + " "
                + findPhrase(reason).map(phrase -> reason.nodes() == 1 ? phrase.singularText() : phrase.pluralText())
                        .orElse("say “" + reason.text() + "”");
    }
}
