package tessera.model;

/** A word of a command line as a shell has to read it to take it as it is. */
public final class ShellWord {

    private ShellWord() {}

    /** The word, in quotes where the shell would make something else of it. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9@%+=:,./_-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
