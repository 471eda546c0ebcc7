package tessera.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.Problem;

/** Reads the logs of broken links and explains them. */
public final class StackLogReader {

    /** The last lines of a pod's log, and the finding that they explain. */
    public record PodLogReading(List<String> lines, Optional<ChainFinding> finding) {

        public PodLogReading {
            lines = List.copyOf(lines);
        }
    }

    private static final int LINES = 200;
    /** What is told of a pod before its containers are made. */
    private static final Pattern BEFORE_START = Pattern
            .compile("^(?:FailedCreatePodSandBox|FailedMount|FailedAttachVolume|FailedScheduling): ");
    private static final Set<String> NOT_STARTED = Set.of("Pending", "ContainerCreating", "PodInitializing");

    private final StackSource source;
    private final LinkExplanations explanations = LinkExplanations.standard();

    public StackLogReader(StackSource source) {
        this.source = source;
    }

    /** Reads the log of a link; empty where it has no pod. */
    public PodLogReading readLog(NodeChain chain, ChainLink link) throws Failure, InterruptedException {
        var pod = link.pod();
        if (pod == null) {
            return new PodLogReading(List.of(), Optional.empty());
        }
        var lines = source.readLog(pod, LINES).lines();
        boolean broken = chain.finding().filter(finding -> finding.component() == link.component()).isPresent();
        return new PodLogReading(lines, broken ? findCause(chain, link, pod, lines) : Optional.empty());
    }

    /** Returns the cause of a broken link, found in its log, its events and the pods it works with. */
    private Optional<ChainFinding> findCause(NodeChain chain, ChainLink link, PodFacts pod, List<String> log)
            throws Failure, InterruptedException {
        var texts = new ArrayList<>(List.of(pod.message()));
        // What kept it from starting is over where it has started; its event stays for an hour.
        texts.addAll(readOrEmpty(() -> source.warningEvents(pod)).stream()
                .filter(event -> !hasStarted(pod) || !BEFORE_START.matcher(event).find()).toList());
        texts.addAll(log);
        var known = explanations.explainLines(texts, link, chain.node());
        if (known.isPresent()) {
            return known;
        }
        var others = new ArrayList<String>();
        for (var companion : OperandCatalog.standard().companionPods(link.component(), chain.node().info())) {
            others.addAll(readOrEmpty(() -> source.warningEvents(companion)));
            others.addAll(readOrEmpty(() -> source.readLog(companion, LINES).lines()));
        }
        return explanations.explainLines(others, link, chain.node())
                .or(() -> LogErrorLine.find(log)
                        .map(line -> explanations.explainUnknownError(link, chain.node(), line)));
    }

    private static boolean hasStarted(PodFacts pod) {
        return !NOT_STARTED.contains(pod.status()) && !PodLinkReader.INIT.matcher(pod.status()).matches();
    }

    /** A reading of log lines or events. */
    private interface PodReading {
        List<String> read() throws Failure, InterruptedException;
    }

    /** Returns the lines, or none where they cannot be read: other explanations hold without them. */
    private static List<String> readOrEmpty(PodReading reading) throws Failure, InterruptedException {
        try {
            return reading.read();
        } catch (Failure failure) {
            if (isTolerable(failure.problem())) {
                return List.of();
            }
            throw failure;
        }
    }

    /**
     * Returns the stack with findings explained by logs, as far as these may be read.
     *
     * @param maximum how many logs to read
     */
    public GpuStack explainByLogs(GpuStack stack, int maximum) throws Failure, InterruptedException {
        var chains = new ArrayList<NodeChain>();
        int read = 0;
        for (var chain : stack.chains()) {
            if (chain.finding().isEmpty() || read >= maximum) {
                chains.add(chain);
            } else {
                read++;
                chains.add(explainByLog(chain));
            }
        }
        return new GpuStack(stack.objects(), stack.policyStatus(), chains, stack.otherNodes());
    }

    private NodeChain explainByLog(NodeChain chain) throws Failure, InterruptedException {
        var link = chain.linkOf(chain.finding().map(ChainFinding::component).orElseThrow());
        var pod = link.pod();
        return pod == null ? chain
                : findCause(chain, link, pod, readOrEmpty(() -> source.readLog(pod, LINES).lines()))
                        .map(chain::withFinding)
                        .orElse(chain);
    }

    private static boolean isTolerable(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, NOT_FOUND, INVALID, OVERLOADED, TIMEOUT, GARBLED -> true;
            default -> false;
        };
    }
}
