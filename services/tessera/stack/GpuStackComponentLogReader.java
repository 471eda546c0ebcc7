package tessera.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Reads the logs of broken components and explains them. */
public final class GpuStackComponentLogReader {

    /** The last lines of a pod's log, and the finding that they explain. */
    public record ComponentLogDiagnosis(List<String> lines, Optional<BrokenGpuStackComponentFinding> finding) {

        public ComponentLogDiagnosis {
            lines = List.copyOf(lines);
        }
    }

    private static final int LINES = 200;
    /** What is told of a pod before its containers are made. */
    private static final Pattern BEFORE_START = Pattern
            .compile("^(?:FailedCreatePodSandBox|FailedMount|FailedAttachVolume|FailedScheduling): ");
    private static final Set<String> NOT_STARTED = Set.of("Pending", "ContainerCreating", "PodInitializing");

    private final GpuStackClusterReader source;
    private final GpuStackComponentFailureExplainer explanations = GpuStackComponentFailureExplainer.standard();

    public GpuStackComponentLogReader(GpuStackClusterReader source) {
        this.source = source;
    }

    /** Reads the log of a component; empty where it has no pod. */
    public ComponentLogDiagnosis readLog(NodeGpuStackComponentChain chain, NodeGpuStackComponent stackComponent)
            throws ProblemException, InterruptedException {
        var pod = stackComponent.pod();
        if (pod == null) {
            return new ComponentLogDiagnosis(List.of(), Optional.empty());
        }
        var lines = source.readLog(pod, LINES).lines();
        boolean broken = chain.finding().filter(finding -> finding.component() == stackComponent.component())
                .isPresent();
        return new ComponentLogDiagnosis(lines,
                broken ? findCause(chain, stackComponent, pod, lines) : Optional.empty());
    }

    /** Returns the cause of a broken component, found in its log, its events and the pods it works with. */
    private Optional<BrokenGpuStackComponentFinding> findCause(NodeGpuStackComponentChain chain,
            NodeGpuStackComponent stackComponent, PodSummary pod, List<String> log)
            throws ProblemException, InterruptedException {
        var texts = new ArrayList<>(List.of(pod.message()));
        // What kept it from starting is over where it has started; its event stays for an hour.
        texts.addAll(readOrEmpty(() -> source.warningEvents(pod)).stream()
                .filter(event -> !hasStarted(pod) || !BEFORE_START.matcher(event).find()).toList());
        texts.addAll(log);
        var known = explanations.explainLines(texts, stackComponent, chain.node());
        if (known.isPresent()) {
            return known;
        }
        var others = new ArrayList<String>();
        for (var companion : GpuStackOperandCatalog.standard().companionPods(stackComponent.component(),
                chain.node().info())) {
            others.addAll(readOrEmpty(() -> source.warningEvents(companion)));
            others.addAll(readOrEmpty(() -> source.readLog(companion, LINES).lines()));
        }
        return explanations.explainLines(others, stackComponent, chain.node())
                .or(() -> findUnknownError(log, stackComponent, chain));
    }

    private Optional<BrokenGpuStackComponentFinding> findUnknownError(List<String> log,
            NodeGpuStackComponent stackComponent, NodeGpuStackComponentChain chain) {
        return LogErrorLineFinder.find(log)
                .map(line -> explanations.explainUnknownError(stackComponent, chain.node(), line));
    }

    private static boolean hasStarted(PodSummary pod) {
        return !NOT_STARTED.contains(pod.status())
                && !GpuStackComponentPodEvaluator.INIT.matcher(pod.status()).matches();
    }

    /** A reading of log lines or events. */
    private interface PodLogOrEventReadCall {
        List<String> read() throws ProblemException, InterruptedException;
    }

    /** Returns the lines, or none where they cannot be read: other explanations hold without them. */
    private static List<String> readOrEmpty(PodLogOrEventReadCall reading)
            throws ProblemException, InterruptedException {
        try {
            return reading.read();
        } catch (ProblemException problemException) {
            if (isTolerable(problemException.problem())) {
                return List.of();
            }
            throw problemException;
        }
    }

    /**
     * Returns the stack with findings explained by logs, as far as these may be read.
     *
     * @param maximum how many logs to read
     */
    public GpuStackStatus explainByLogs(GpuStackStatus stack, int maximum)
            throws ProblemException, InterruptedException {
        var chains = new ArrayList<NodeGpuStackComponentChain>();
        int read = 0;
        for (var chain : stack.chains()) {
            if (chain.finding().isEmpty() || read >= maximum) {
                chains.add(chain);
            } else {
                read++;
                chains.add(explainByLog(chain));
            }
        }
        return new GpuStackStatus(stack.objects(), stack.policyStatus(), chains, stack.otherNodes(),
                stack.readyPlugins());
    }

    private NodeGpuStackComponentChain explainByLog(NodeGpuStackComponentChain chain)
            throws ProblemException, InterruptedException {
        var stackComponent = chain.linkOf(chain.finding().map(BrokenGpuStackComponentFinding::component).orElseThrow());
        var pod = stackComponent.pod();
        if (pod == null) {
            return chain;
        }
        return findCause(chain, stackComponent, pod, readOrEmpty(() -> source.readLog(pod, LINES).lines()))
                .map(chain::withFinding).orElse(chain);
    }

    private static boolean isTolerable(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, NOT_FOUND, INVALID, OVERLOADED, TIMEOUT, GARBLED -> true;
            default -> false;
        };
    }
}
