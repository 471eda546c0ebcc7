package tessera.cluster.kubeconfig;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The environment of the process: it decides where kubeconfig files and credential plugins are looked for.
 *
 * @param variables the environment variables
 * @param home      the user's home folder
 * @param workingDirectory    what relative paths of the command line and of {@code KUBECONFIG} are relative to
 * @param explicitKubeconfig  the kubeconfig named on the command line, which then is the only one; null when none is
 * @param addedKubeconfigs     kubeconfigs that the user added to the others
 */
public record ProcessEnvironment(Map<String, String> variables, Path home, Path workingDirectory,
        @Nullable Path explicitKubeconfig, List<Path> addedKubeconfigs) {

    /** The option by which logins may be sent without TLS. */
    public static final String PLAIN_HTTP = "--insecure-http";
    private static final String KUBECONFIG = "KUBECONFIG";
    private static final String ALLOWED = "TESSERA_INSECURE_HTTP";
    /** The option by which credential plugins may be run that nobody was asked about. */
    public static final String ALLOW_PLUGIN = "--allow-exec-plugin";
    /** The variable for the same. */
    public static final String ALLOWED_PLUGINS = "TESSERA_ALLOW_EXEC_PLUGINS";

    public ProcessEnvironment {
        variables = Map.copyOf(variables);
        addedKubeconfigs = List.copyOf(addedKubeconfigs);
    }

    /** With nothing added. */
    public ProcessEnvironment(Map<String, String> variables, Path home, Path folder, @Nullable Path explicit) {
        this(variables, home, folder, explicit, List.of());
    }

    /** Returns the environment with other kubeconfigs added. */
    public ProcessEnvironment withKubeconfigs(List<Path> others) {
        return new ProcessEnvironment(variables, home, workingDirectory, explicitKubeconfig, others);
    }

    /** Returns the environment of the running process. Its home is where {@code HOME} says, as for kubectl. */
    public static ProcessEnvironment ofThisProcess() {
        var home = System.getenv().getOrDefault("HOME", "");
        return new ProcessEnvironment(System.getenv(),
                Path.of(home.isBlank() ? System.getProperty("user.home", "") : home), Path.of("").toAbsolutePath(),
                null);
    }

    /** Returns the environment with one kubeconfig named on the command line, or none. */
    public ProcessEnvironment withExplicitKubeconfig(@Nullable Path kubeconfig) {
        return new ProcessEnvironment(variables, home, workingDirectory, kubeconfig, addedKubeconfigs);
    }

    /** Returns the environment that allows logins without TLS to other machines. */
    public ProcessEnvironment allowingPlainHttp() {
        var more = new HashMap<>(variables);
        more.put(ALLOWED, "1");
        return new ProcessEnvironment(more, home, workingDirectory, explicitKubeconfig, addedKubeconfigs);
    }

    /** The same where some more credential plugins may be run without a question. */
    public ProcessEnvironment allowingPlugins(List<String> commands) {
        var more = new HashMap<>(variables);
        more.merge(ALLOWED_PLUGINS, String.join(",", commands), (one, other) -> one + "," + other);
        return new ProcessEnvironment(more, home, workingDirectory, explicitKubeconfig, addedKubeconfigs);
    }

    /** The credential plugins that may be run without a question, as names or paths. */
    public List<String> allowedPlugins() {
        return Stream.of(variable(ALLOWED_PLUGINS).split(",", -1)).map(String::strip)
                .filter(command -> !command.isEmpty()).toList();
    }

    /** Returns whether logins may be sent without TLS to other machines. */
    public boolean allowsPlainHttp() {
        return variable(ALLOWED).equals("1");
    }

    /** Returns a variable's value; empty when it is not set. */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /** Returns the kubeconfig files in kubectl's order, existing or not. */
    public List<Path> kubeconfigFiles() {
        if (explicitKubeconfig != null) {
            return List.of(workingDirectory.resolve(explicitKubeconfig));
        }
        var files = new LinkedHashSet<Path>();
        for (var part : variable(KUBECONFIG).split(Pattern.quote(java.io.File.pathSeparator), -1)) {
            if (!part.isBlank()) {
                addPath(files, part);
            }
        }
        if (files.isEmpty()) {
            files.add(home.resolve(".kube").resolve("config"));
        }
        addedKubeconfigs.forEach(file -> files.add(workingDirectory.resolve(file).normalize()));
        return List.copyOf(files);
    }

    /** Returns whether a missing file is a problem: only for the one named on the command line. */
    boolean requiresFiles() {
        return explicitKubeconfig != null;
    }

    /** Returns whether the KUBECONFIG variable names the kubeconfig files. */
    boolean namesFiles() {
        return explicitKubeconfig == null && !variable(KUBECONFIG).isBlank();
    }

    private void addPath(LinkedHashSet<Path> files, String part) {
        try {
            files.add(workingDirectory.resolve(part).normalize());
        } catch (InvalidPathException _) {
            // kubectl skips what does not exist, and what is no path cannot exist.
        }
    }
}
