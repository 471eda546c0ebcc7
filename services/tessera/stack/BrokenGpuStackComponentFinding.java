package tessera.stack;

import java.util.List;

/**
 * The explanation of the first broken component in a node's chain.
 *
 * @param code      names the cause, in the style of reasons of Kubernetes: {@code DriverImageMissing}
 * @param component       which component
 * @param headline one sentence: what is wrong
 * @param explanation  how that is known and what follows from it
 * @param remedy   what to do; empty where nothing is known to help
 * @param evidence the cluster's own words; may be empty
 * @param commands that do it, or begin with it; empty where none is known
 * @param retryable    whether trying the same again may succeed
 */
public record BrokenGpuStackComponentFinding(String code, GpuStackComponent component, String headline,
        String explanation, String remedy, String evidence, List<String> commands, boolean retryable) {

    public BrokenGpuStackComponentFinding {
        commands = List.copyOf(commands);
    }

    /** Returns a copy with another remedy. */
    BrokenGpuStackComponentFinding withRemedy(String other) {
        return new BrokenGpuStackComponentFinding(code, component, headline, explanation, other, evidence, commands,
                retryable);
    }
}
