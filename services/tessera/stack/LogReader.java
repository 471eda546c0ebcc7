package tessera.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.Problem;

/** Reads the logs of links that do not hold, and explains them by what is written there. */
public final class LogReader {

    /** What a pod wrote last, and what that explains. */
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
    private final BreakExplanations explanations = BreakExplanations.standard();

    public LogReader(StackSource source) {
        this.source = source;
    }

    /** The log of a link; empty where it has no pod. */
    public PodLogReading read(NodeChain chain, ChainLink link) throws Failure, InterruptedException {
        var pod = link.pod();
        if (pod == null) {
            return new PodLogReading(List.of(), Optional.empty());
        }
        var lines = source.log(pod, LINES).lines();
        boolean broken = chain.finding().filter(finding -> finding.at() == link.component()).isPresent();
        return new PodLogReading(lines, broken ? cause(chain, link, pod, lines) : Optional.empty());
    }

    /** What the pod of a broken link, events about it and pods that it works with say of the cause. */
    private Optional<ChainFinding> cause(NodeChain chain, ChainLink link, PodFacts pod, List<String> log)
            throws Failure, InterruptedException {
        var words = new ArrayList<>(List.of(pod.message()));
        // What kept it from starting is over where it has started; its event stays for an hour.
        words.addAll(quietly(() -> source.warnings(pod)).stream()
                .filter(event -> !started(pod) || !BEFORE_START.matcher(event).find()).toList());
        words.addAll(log);
        var known = explanations.read(words, link, chain.node());
        if (known.isPresent()) {
            return known;
        }
        var others = new ArrayList<String>();
        for (var companion : OperandCatalog.standard().companions(link.component(), chain.node().info())) {
            others.addAll(quietly(() -> source.warnings(companion)));
            others.addAll(quietly(() -> source.log(companion, LINES).lines()));
        }
        return explanations.read(others, link, chain.node())
                .or(() -> LogComplaint.of(log).map(line -> explanations.of(link, chain.node(), line)));
    }

    private static boolean started(PodFacts pod) {
        return !NOT_STARTED.contains(pod.status()) && !PodLink.INIT.matcher(pod.status()).matches();
    }

    /** What is read of a pod. */
    private interface PodReading {
        List<String> read() throws Failure, InterruptedException;
    }

    /** What is known without a pod's words is true without them. */
    private static List<String> quietly(PodReading reading) throws Failure, InterruptedException {
        try {
            return reading.read();
        } catch (Failure failure) {
            if (quiet(failure.problem())) {
                return List.of();
            }
            throw failure;
        }
    }

    /**
     * A stack whose findings are explained by logs, where these may be read.
     *
     * @param most how many logs to read
     */
    public GpuStack explained(GpuStack stack, int most) throws Failure, InterruptedException {
        var chains = new ArrayList<NodeChain>();
        int read = 0;
        for (var chain : stack.chains()) {
            if (chain.finding().isEmpty() || read >= most) {
                chains.add(chain);
            } else {
                read++;
                chains.add(explained(chain));
            }
        }
        return new GpuStack(stack.objects(), stack.policy(), chains, stack.others());
    }

    private NodeChain explained(NodeChain chain) throws Failure, InterruptedException {
        var link = chain.link(chain.finding().map(ChainFinding::at).orElseThrow());
        var pod = link.pod();
        return pod == null ? chain
                : cause(chain, link, pod, quietly(() -> source.log(pod, LINES).lines())).map(chain::explained)
                        .orElse(chain);
    }

    private static boolean quiet(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, NOT_FOUND, INVALID, OVERLOADED, TIMEOUT, GARBLED -> true;
            default -> false;
        };
    }
}
