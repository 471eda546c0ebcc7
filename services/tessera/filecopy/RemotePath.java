package tessera.filecopy;

import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * A path in a container, as programs there are told it.
 *
 * @param folder where it is
 * @param name   what it is called there; {@code .} for the folder itself
 */
record RemotePath(String folder, String name) {

    static RemotePath of(String path) throws Failure {
        var plain = path.strip();
        while (plain.length() > 1 && plain.endsWith("/")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        if (plain.isEmpty() || plain.indexOf(0) >= 0) {
            throw new Failure(Problem.of(ProblemKind.INVALID, "Say where in the container"));
        }
        int slash = plain.lastIndexOf('/');
        var name = plain.substring(slash + 1);
        if (name.equals("..")) {
            throw new Failure(Problem.of(ProblemKind.INVALID, "“%s” has no name of its own".formatted(path))
                    .withRemedy("Say the path without “..”."));
        }
        var folder = slash < 0 ? "." : slash == 0 ? "/" : plain.substring(0, slash);
        return new RemotePath(folder, name.isEmpty() ? "." : name);
    }

    /** As a program reads it that might take a dash for an option. */
    String argument() {
        return name.equals(".") ? "." : "./" + name;
    }

    /** What a program says of it, with the path as people have it. */
    String spelled(String words) {
        var said = argument();
        boolean begins = words.startsWith(said + ":") || words.startsWith(said + "/");
        return !begins ? words
                : switch (folder) {
                    case "." -> name;
                    case "/" -> "/" + name;
                    default -> folder + "/" + name;
                } + words.substring(said.length());
    }
}
