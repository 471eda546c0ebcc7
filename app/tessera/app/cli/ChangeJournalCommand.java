package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tessera.app.platform.UserDirectories;
import tessera.app.report.ChangeJournalReport;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Prints the journal of changes made from this machine. */
@Command(name = "journal", subcommands = PlanChangeUndoCommand.class, mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ChangeJournalCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeJournalCommand.class);

    @Mixin
    private OutputFormatOptions formatOptions = new OutputFormatOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        var environment = CommandRoot.of(spec).environment();
        var content = UserDirectories.changeJournal(environment).read();
        formatOptions.print(new ChangeJournalReport(content.entries()));
        if (content.damagedLines() > 0) {
            spec.commandLine().getErr().println(MESSAGES.text("journal.damaged", content.damagedLines()));
        }
        return 0;
    }
}
