package tessera.model;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that copied commands are meant for: the shell that they are pasted into may have another context.
 *
 * @param tessera     the words that name it to commands of this program
 * @param kubectl the words that name it to kubectl
 * @param helm    the words that name it to Helm
 */
public record CopiedCommandContext(String tessera, String kubectl, String helm) {

    private static final String SIMULATED = "--demo";

    /**
     * Returns the target of a context.
     *
     * @param kubeconfig the file that was named to find it; null where it is among the usual ones
     */
    public static CopiedCommandContext forContext(String context, @Nullable Path kubeconfig) {
        var file = Optional.ofNullable(kubeconfig)
                .map(path -> " --kubeconfig " + ShellWordQuoter.quote(path.toString())).orElse("");
        var name = ShellWordQuoter.quote(context);
        return new CopiedCommandContext("--context " + name + file, "--context " + name + file,
                "--kube-context " + name + file);
    }

    /** Returns the target of the simulated cluster, which other programs do not know by its name, so that they affect no other. */
    public static CopiedCommandContext forSimulation(String context) {
        return new CopiedCommandContext(SIMULATED, "--context " + ShellWordQuoter.quote(context),
                "--kube-context " + ShellWordQuoter.quote(context));
    }

    /** Returns whether it is the simulated cluster of this program, which ends with it and to which nothing else leads. */
    public boolean isSimulated() {
        return tessera.equals(SIMULATED);
    }

    /** Returns a command with its cluster named; one of another program unchanged. */
    public String targetCommand(String command) {
        if (command.startsWith("tessera ")) {
            return command + " " + tessera;
        }
        return insertOptions(insertOptions(command, "kubectl ", kubectl), "helm ", helm);
    }

    private static String insertOptions(String command, String program, String text) {
        return command.startsWith(program) ? program + text + " " + command.substring(program.length()) : command;
    }
}
