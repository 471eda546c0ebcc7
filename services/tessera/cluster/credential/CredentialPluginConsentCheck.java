package tessera.cluster.credential;

import java.io.File;
import java.util.List;
import java.util.Optional;
import tessera.cluster.kubeconfig.CredentialPluginPolicy;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;

/**
 * Which credential plugins may be run. What the user settled for kubectl holds: all, none, or those that are listed. Where nothing is
 * settled, those may be run that the user named for this run, or was asked about once and allowed.
 */
public final class CredentialPluginConsentCheck {

    private static final int LONGEST = 120;

    private final ProcessEnvironment environment;
    private final ExecutablePathSearch search;
    private final AllowedCredentialPlugins allowed;

    CredentialPluginConsentCheck(ProcessEnvironment environment, ExecutablePathSearch search,
            AllowedCredentialPlugins allowed) {
        this.environment = environment;
        this.search = search;
        this.allowed = allowed;
    }

    ExecutablePathSearch search() {
        return search;
    }

    /** What the cluster's entry has for a plugin that is told of the cluster; empty when it has no end. */
    static Optional<String> config(ExecPluginSpec plugin, KubeconfigCluster cluster) {
        if (plugin.clusterInfo()) {
            return cluster.pluginConfig();
        }
        return Optional.of("");
    }

    /**
     * What the user has to be asked about before a context is opened; empty when there is nothing to ask, or nothing would be run
     * anyway.
     *
     * @throws ProblemException when it may not be run, whatever the user says now
     */
    public Optional<CredentialPluginCommand> question(KubeconfigContextEntry context)
            throws ProblemException, InterruptedException {
        var user = context.user();
        var cluster = context.cluster();
        if (user == null || cluster == null || !context.problems().isEmpty()) {
            return Optional.empty();
        }
        var plugin = user.plugin().filter(execPluginSpec -> !execPluginSpec.needsTerminal());
        var config = plugin.flatMap(execPluginSpec -> config(execPluginSpec, cluster));
        if (plugin.isEmpty() || config.isEmpty()) {
            return Optional.empty();
        }
        var program = search.find(plugin.get().command(), plugin.get().folder());
        if (program.isEmpty()) {
            return Optional.empty();
        }
        var call = new CredentialPluginCommand(plugin.get(), program.get(), config.get());
        if (settled(call)) {
            return Optional.empty();
        }
        return Optional.of(call);
    }

    /** The user was asked and said yes, for now and for later. */
    public void allow(CredentialPluginCommand call) {
        allowed.add(call);
    }

    /** Sees to it that nothing is run that the user did not allow. */
    void require(CredentialPluginCommand call) throws ProblemException, InterruptedException {
        if (!settled(call)) {
            throw new ProblemException(refusal(call));
        }
    }

    /** What is said where the user did not allow it. */
    public static Problem refusal(CredentialPluginCommand call) {
        return Problem.of(OperationProblemKind.CONFIGURATION, new CredentialReason.PluginNotAllowed(commandText(call),
                ForeignTextSanitizer.singleLine(call.plugin().kubeconfig().toString()), ProcessEnvironment.ALLOW_PLUGIN,
                ShellWordQuoter.quote(optionValue(call)), ProcessEnvironment.ALLOWED_PLUGINS));
    }

    private boolean settled(CredentialPluginCommand call) throws ProblemException, InterruptedException {
        var policy = CredentialPluginPolicy.read(environment);
        return switch (policy.rule()) {
            case ALLOW_ALL -> true;
            case DENY_ALL -> throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new CredentialReason.PluginsDenied(commandText(call), policy.file().toString()));
            case ALLOWLIST -> {
                if (!named(policy.commands(), call)) {
                    throw new ProblemException(OperationProblemKind.CONFIGURATION,
                            new CredentialReason.PluginNotListed(commandText(call), policy.file().toString()));
                }
                yield true;
            }
            case UNSET -> named(environment.allowedPlugins(), call) || allowed.contains(call);
        };
    }

    /** As kubectl compares them: a name means the program that is found by it, and no other of the same name. */
    private boolean named(List<String> commands, CredentialPluginCommand call) throws InterruptedException {
        for (var command : commands) {
            if (search.find(command, environment.workingDirectory()).filter(call.program()::equals).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns what allows the call by the option: a relative path would be looked for elsewhere. */
    private static String optionValue(CredentialPluginCommand call) {
        var command = call.plugin().command();
        return ForeignTextSanitizer.singleLine(
                command.contains("/") || command.contains(File.separator) ? call.program().toString() : command);
    }

    private static String commandText(CredentialPluginCommand call) {
        return ForeignTextSanitizer.abbreviate(ForeignTextSanitizer.singleLine(call.plugin().command()), LONGEST);
    }
}
