package tessera.model;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that commands are meant for which somebody copies: the shell that they are pasted into may mean another.
 *
 * @param own     the words that name it to commands of this program
 * @param kubectl the words that name it to kubectl
 * @param helm    the words that name it to Helm
 */
public record CommandTarget(String own, String kubectl, String helm) {

    private static final String SIMULATED = "--demo";

    /**
     * A context.
     *
     * @param kubeconfig the file that was named to find it; null where it is among the usual ones
     */
    public static CommandTarget named(String context, @Nullable Path kubeconfig) {
        var file = Optional.ofNullable(kubeconfig).map(path -> " --kubeconfig " + ShellWord.quoted(path.toString()))
                .orElse("");
        var name = ShellWord.quoted(context);
        return new CommandTarget("--context " + name + file, "--context " + name + file,
                "--kube-context " + name + file);
    }

    /** The simulated cluster, which other programs do not know by its name, so that they act on no other. */
    public static CommandTarget simulated(String context) {
        return new CommandTarget(SIMULATED, "--context " + ShellWord.quoted(context),
                "--kube-context " + ShellWord.quoted(context));
    }

    /** Whether it is the simulated cluster of this program, which ends with it and to which nothing else leads. */
    public boolean simulated() {
        return own.equals(SIMULATED);
    }

    /** A command with its cluster named; one of another program as it is. */
    public String of(String command) {
        return command.startsWith("tessera ") ? command + " " + own
                : first(first(command, "kubectl ", kubectl), "helm ", helm);
    }

    private static String first(String command, String program, String words) {
        return command.startsWith(program) ? program + words + " " + command.substring(program.length()) : command;
    }
}
