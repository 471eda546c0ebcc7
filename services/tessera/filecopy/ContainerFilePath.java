package tessera.filecopy;

import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.OptionalText;

/**
 * A path in a container, split as tar takes it.
 *
 * @param folder where it is
 * @param name   what it is called there; {@code .} for the folder itself
 */
record ContainerFilePath(String folder, String name) {

    static ContainerFilePath parse(String path) throws ProblemException {
        var plain = path.strip();
        while (plain.length() > 1 && plain.endsWith("/")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        if (plain.isEmpty() || plain.indexOf(0) >= 0) {
            throw new ProblemException(OperationProblemKind.INVALID, new FileCopyReason.ContainerPathMissing());
        }
        int slash = plain.lastIndexOf('/');
        var name = plain.substring(slash + 1);
        if (name.equals("..")) {
            throw new ProblemException(OperationProblemKind.INVALID, new FileCopyReason.ContainerPathWithoutName(path));
        }
        String folder;
        if (slash < 0) {
            folder = ".";
        } else if (slash == 0) {
            folder = "/";
        } else {
            folder = plain.substring(0, slash);
        }
        return new ContainerFilePath(folder, OptionalText.orElse(name, "."));
    }

    /** Returns the name as an argument that no program mistakes for an option. */
    String commandArgument() {
        return name.equals(".") ? "." : "./" + name;
    }

    /** Returns a message of a program with the path as the user wrote it. */
    String spelledText(String text) {
        var said = commandArgument();
        boolean begins = text.startsWith(said + ":") || text.startsWith(said + "/");
        if (!begins) {
            return text;
        }
        return switch (folder) {
            case "." -> name;
            case "/" -> "/" + name;
            default -> folder + "/" + name;
        } + text.substring(said.length());
    }
}
