package tessera.cluster.credential;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/**
 * Finds programs: on the search path this process inherited, then on the login shell's.
 *
 * @param shell asked only when the inherited path does not do
 */
record ExecutablePathSearch(ProcessEnvironment environment, LoginShellPathReader shell) {

    private static final String PATH = "PATH";
    private static final Pattern HAS_EXTENSION = Pattern.compile("\\.[^./\\\\]*$");

    /** Returns the program's file; empty when it is not found. */
    Optional<Path> find(String command, Path folder) throws InterruptedException {
        if (command.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        if (command.contains("/") || command.contains(File.separator)) {
            return findExecutable(folder, command);
        }
        var found = searchFolders(environment.variable(PATH), command);
        return found.isPresent() ? found : searchFolders(shell.searchPath(), command);
    }

    /** Returns both search paths as one, for the program itself to find others by. */
    String searchPath() throws InterruptedException {
        Set<String> folders = new LinkedHashSet<>(splitFolders(environment.variable(PATH)));
        folders.addAll(splitFolders(shell.searchPath()));
        return String.join(File.pathSeparator, folders);
    }

    /** Returns the searched places, fit to show. */
    CredentialReason searchedPath() throws InterruptedException {
        return new CredentialReason.PluginSearchPath(environment.variable(PATH), shell.searchPath());
    }

    private Optional<Path> searchFolders(String path, String command) {
        for (var folder : splitFolders(path)) {
            try {
                var place = Path.of(folder);
                // Where this program was started decides what is in a relative one: it may be a folder of downloads.
                var found = place.isAbsolute() ? findExecutable(place, command) : Optional.<Path>empty();
                if (found.isPresent()) {
                    return found;
                }
            } catch (InvalidPathException _) {
                // A search path may name what is no folder.
            }
        }
        return Optional.empty();
    }

    private Optional<Path> findExecutable(Path folder, String command) {
        for (var ending : fileExtensions(command)) {
            var file = folder.resolve(command + ending).normalize();
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns what may follow a command's name. On Windows, which has {@code PATHEXT}, a file without an extension is no
     * program, whatever lies there beside one.
     */
    private List<String> fileExtensions(String command) {
        var extensions = Stream.of(environment.variable("PATHEXT").split(";", -1)).filter(part -> !part.isBlank())
                .map(part -> part.toLowerCase(Locale.ROOT));
        boolean complete = environment.variable("PATHEXT").isBlank() || HAS_EXTENSION.matcher(command).find();
        return Stream.concat(complete ? Stream.of("") : Stream.of(), extensions).toList();
    }

    private static List<String> splitFolders(String path) {
        return List.of(path.split(Pattern.quote(File.pathSeparator), -1)).stream().filter(part -> !part.isBlank())
                .toList();
    }
}
