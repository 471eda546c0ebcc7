package tessera.app.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.text.DisplayLanguage;

/** The root of a command line, as its commands see it. */
interface CommandRoot {

    /** Returns the root above a command. */
    static CommandRoot of(CommandSpec command) {
        return (CommandRoot) command.root().userObject();
    }

    /** Returns the environment of the process that runs the command. */
    ProcessEnvironment environment();

    /** Tells texts in the language of the settings, unless the command line fixes one. */
    void preferLanguage(DisplayLanguage language);

    /** Returns a command line for other words; one with every command for those that ask for help. */
    CommandLine newCommandLine(String... words);
}
