package tessera.app.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import tessera.text.MessageCatalog;

/**
 * The end of a command that reads and computes: {@code --timeout} is how long nothing new may be read of the cluster, and
 * reading and what is made of it may take twice that in all. A computation cannot be stopped, so it is left behind and the program ends.
 */
final class CommandDeadline {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandDeadline.class);

    private static final String OPTION = "--timeout";
    /** So long a small machine may take to compute what is usual. */
    private static final Duration LEAST = Duration.ofSeconds(5);
    /** As deep as calls may be on the thread that a program begins with. */
    private static final long STACK = 8L << 20;

    private CommandDeadline() {}

    /** A command that goes on for as long as it is wanted, or is bounded by what it starts. */
    interface UnlimitedDurationCommand {

        /** Whether it is one with the options it was given. */
        default boolean openEnded() {
            return true;
        }
    }

    /** Does what was asked for, until its time is over. */
    static int run(ParseResult parsed, IntSupplier action) {
        var asked = parsed.asCommandLineList().getLast();
        var limit = limit(asked);
        if (limit.isEmpty()) {
            return action.getAsInt();
        }
        var task = new FutureTask<>(action::getAsInt);
        var thread = Thread.ofPlatform().name("command").daemon().stackSize(STACK).start(task);
        try {
            return task.get(limit.get().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            CommandLineErrorPrinter.printLine(
                    MESSAGES.text("deadline.exceeded", asked.getCommandName(), limit.get().toSeconds(), OPTION), asked);
            asked.getErr().flush();
            thread.interrupt();
            return CommandLine.ExitCode.SOFTWARE;
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return CommandLine.ExitCode.SOFTWARE;
        } catch (ExecutionException failed) {
            throw thrown(failed);
        }
    }

    /** Nothing else can be thrown by what was done, and whoever handles it handles it as if it was done here. */
    private static RuntimeException thrown(ExecutionException failed) {
        return switch (failed.getCause()) {
            case Error error -> throw error;
            case RuntimeException known -> known;
            case null, default -> new IllegalStateException(failed);
        };
    }

    private static Optional<Duration> limit(CommandLine command) {
        var spec = command.getCommandSpec();
        var option = spec.findOption(OPTION);
        var applied = spec.findOption("--apply");
        boolean openEnded = spec.userObject() instanceof UnlimitedDurationCommand open && open.openEnded();
        if (openEnded || option == null || (applied != null && Boolean.TRUE.equals(applied.getValue()))
                || !(option.getValue() instanceof Integer seconds)) {
            return Optional.empty();
        }
        var reading = Duration.ofSeconds(Math.max(0, seconds));
        return Optional.of(reading.plus(reading.compareTo(LEAST) < 0 ? LEAST : reading));
    }
}
