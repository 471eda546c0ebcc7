package tessera.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.Problem;

/** Reads the logs of links that do not hold, and explains them by what is written there. */
public final class LogReader {

    /** What a pod wrote last, and what that explains. */
    public record Read(List<String> lines, Optional<Finding> finding) {

        public Read {
            lines = List.copyOf(lines);
        }
    }

    private static final int LINES = 200;

    private final StackSource source;
    private final Explanations explanations = Explanations.standard();

    public LogReader(StackSource source) {
        this.source = source;
    }

    /** The log of a link; empty where it has no pod. */
    public Read read(NodeChain chain, Link link) throws Failure, InterruptedException {
        var pod = link.pod();
        if (pod == null) {
            return new Read(List.of(), Optional.empty());
        }
        var lines = source.log(pod, LINES).lines();
        return new Read(lines, chain.finding().filter(finding -> finding.at() == link.component())
                .flatMap(finding -> explanations.read(lines, finding, chain.node())));
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
        var at = chain.finding().map(Finding::at).orElseThrow();
        try {
            return read(chain, chain.link(at)).finding().map(chain::explained).orElse(chain);
        } catch (Failure failure) {
            if (quiet(failure.problem())) {
                return chain;
            }
            throw failure;
        }
    }

    /** What is known without the log is true without it. */
    private static boolean quiet(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, NOT_FOUND, INVALID, OVERLOADED, TIMEOUT, GARBLED -> true;
            default -> false;
        };
    }
}
