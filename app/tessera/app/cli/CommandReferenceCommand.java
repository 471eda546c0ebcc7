package tessera.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the command reference, for the documents and the packages. */
@Command(name = "reference", hidden = true, mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class CommandReferenceCommand implements Callable<Integer> {

    @Option(names = "--man", paramLabel = "FOLDER", descriptionKey = "commandReference.man")
    private @Nullable Path man;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        var reference = new CommandReferenceGenerator(
                CommandHelpPage.read(CommandRoot.of(spec).newCommandLine("--help")));
        if (man == null) {
            spec.commandLine().getOut().print(reference.toMarkdown());
            spec.commandLine().getOut().flush();
        } else {
            reference.writeManPages(man);
        }
        return 0;
    }
}
