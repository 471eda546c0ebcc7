package tessera.cluster.kubeconfig;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.cluster.kubeconfig.KubeconfigReason.YamlValueRule;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

/**
 * The user's decision about credential plugins, in the preferences of kubectl.
 *
 * @param rule     which of them may run
 * @param commands those that may where only some may, as names or paths
 * @param file     where that is written
 */
public record CredentialPluginPolicy(PluginRule rule, List<String> commands, Path file) {

    private static final String POLICY = "credentialPluginPolicy";
    private static final String LIST = "credentialPluginAllowlist";

    /** Which plugins may run. */
    public enum PluginRule {
        /** Nothing is said. */
        UNSET,
        /** All of them. */
        ALLOW_ALL,
        /** None. */
        DENY_ALL,
        /** Those that are listed. */
        ALLOWLIST
    }

    public CredentialPluginPolicy {
        commands = List.copyOf(commands);
    }

    /**
     * Reads them from where kubectl does.
     *
     * @throws ProblemException when they cannot be understood: then nobody knows what the user wanted
     */
    public static CredentialPluginPolicy read(ProcessEnvironment environment) throws ProblemException {
        var file = file(environment);
        if (file.isEmpty()) {
            return new CredentialPluginPolicy(PluginRule.UNSET, List.of(), Path.of(""));
        }
        try {
            var found = UntrustedYamlFile.readMapping(file.get());
            if (found.isEmpty()) {
                return new CredentialPluginPolicy(PluginRule.UNSET, List.of(), file.get());
            }
            return read(found.get(), file.get());
        } catch (ProblemException problemException) {
            throw new ProblemException(Problem
                    .of(OperationProblemKind.CONFIGURATION,
                            new KubeconfigReason.KubectlPreferencesMalformed(file.get().toString()))
                    .withDetail(problemException.problem().detail()), problemException);
        }
    }

    private static Optional<Path> file(ProcessEnvironment environment) throws ProblemException {
        var named = environment.variable("KUBERC");
        if (named.equals("off") || environment.variable("KUBECTL_KUBERC").equals("false")) {
            return Optional.empty();
        }
        if (named.isBlank()) {
            return Optional.of(environment.home().resolve(".kube").resolve("kuberc")).filter(Files::exists);
        }
        try {
            return Optional.of(environment.workingDirectory().resolve(named));
        } catch (InvalidPathException _) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION, new KubeconfigReason.KubercInvalid());
        }
    }

    private static CredentialPluginPolicy read(PositionedYamlMap preferences, Path file) throws ProblemException {
        var rule = switch (preferences.text(POLICY)) {
            case "" -> PluginRule.UNSET;
            case "AllowAll" -> PluginRule.ALLOW_ALL;
            case "DenyAll" -> PluginRule.DENY_ALL;
            case "Allowlist" -> PluginRule.ALLOWLIST;
            default -> throw preferences.invalidValue(POLICY, YamlValueRule.PLUGIN_POLICY);
        };
        var commands = new ArrayList<String>();
        for (var entry : preferences.readMappings(LIST)) {
            // The key was called name at first.
            commands.add(OptionalText.orElse(entry.text("command"), entry.text("name")));
        }
        if (rule != PluginRule.ALLOWLIST && !commands.isEmpty()) {
            throw preferences.invalidValue(LIST, YamlValueRule.ALLOWLIST_ONLY);
        }
        return new CredentialPluginPolicy(rule, commands, file);
    }
}
