package tessera.cluster.exec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.DuplexMessageListener;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;
import tessera.exec.ExecSession;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** The streams of an exec session over one connection: the first byte of each message is its channel number. */
final class ExecStreamChannels implements DuplexMessageListener, ExecSession {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int STATUS = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;
    /** As runc and crun write it. */
    private static final Pattern ABSENT = Pattern
            .compile("(?:exec: \"|executable " + "file `)(?<program>[^\"`]++)(?:\": " + "(?:executable " + "file not "
                    + "found|stat [^\"`]{0,400}?: " + "no such " + "file)" + "|` not found)");
    private static final String KNOWS_CLOSE = "v5.channel.k8s.io";

    private final ExecOutputListener sink;
    private final ChannelMultiplexedConnection connection = new ChannelMultiplexedConnection();
    private boolean finished;

    ExecStreamChannels(ExecOutputListener sink) {
        this.sink = sink;
    }

    /** Attaches the connection that carries the channels. It may have brought something already. */
    void attachConnection(DuplexConnection agreed) {
        connection.attachConnection(agreed);
    }

    @Override
    public void onMessage(ByteBuffer message) {
        if (!message.hasRemaining() || finished || connection.isClosed()) {
            return;
        }
        int channel = message.get() & 0xff;
        var bytes = new byte[message.remaining()];
        message.get(bytes);
        switch (channel) {
            case STDOUT -> writeOutput(bytes);
            case STDERR -> sink.onErrorOutput(bytes);
            case STATUS -> finishSession(parseExitStatus(bytes));
            default -> {
                // Of no other channel is anything known.
            }
        }
    }

    /** Passes standard output on, except for the empty message with which servers open every channel. */
    private void writeOutput(byte[] bytes) {
        if (bytes.length > 0) {
            sink.onOutput(bytes);
        }
    }

    @Override
    public void onEnd(Optional<Problem> problem) {
        finishSession(connection.isClosed() ? new ExecExitStatus.UserClosedSession()
                : new ExecExitStatus.ExecConnectionLoss(problem.orElseGet(() -> Problem
                        .of(OperationProblemKind.UNREACHABLE, new ContainerAccessReason.ExecConnectionCut()))));
    }

    private void finishSession(ExecExitStatus exitStatus) {
        if (!finished) {
            finished = true;
            sink.onExit(exitStatus);
        }
    }

    private static ExecExitStatus parseExitStatus(byte[] said) {
        JsonNode status;
        try {
            status = JSON.readTree(new String(said, StandardCharsets.UTF_8));
        } catch (JsonProcessingException _) {
            return new ExecExitStatus.ExecConnectionLoss(
                    Problem.of(OperationProblemKind.GARBLED, new ContainerAccessReason.ExitStatusMissing())
                            .withDetail(new String(said, StandardCharsets.UTF_8)));
        }
        if (status.path("status").asText("").equals("Success")) {
            return new ExecExitStatus.ProcessExit(0);
        }
        for (var cause : status.at("/details/causes")) {
            if (cause.path("reason").asText("").equals("ExitCode")) {
                return new ExecExitStatus.ProcessExit(cause.path("message").asInt(-1));
            }
        }
        return new ExecExitStatus.ExecStartFailure(startProblem(status.path("message").asText("")));
    }

    /** Returns the problem of a command that did not start, parsed from the container runtime's error chain. */
    private static Problem startProblem(String said) {
        var absent = ABSENT.matcher(said);
        if (absent.find()) {
            return Problem
                    .of(OperationProblemKind.INVALID, new ContainerAccessReason.ProgramMissing(absent.group("program")))
                    .withDetail(said);
        }
        return Problem.of(OperationProblemKind.INVALID, new ContainerAccessReason.CommandStartFailed())
                .withDetail(said);
    }

    @Override
    public void write(byte[] bytes) throws ProblemException, InterruptedException {
        connection.write(STDIN, bytes);
    }

    @Override
    public boolean endInput() {
        return connection.protocol().equals(KNOWS_CLOSE) && trySend(CLOSE, ByteBuffer.wrap(new byte[] {STDIN}));
    }

    @Override
    public void resize(int columns, int rows) {
        var _ = trySend(RESIZE, StandardCharsets.UTF_8.encode("{\"Width\":%d,\"Height\":%d}".formatted(columns, rows)));
    }

    /** Sends a message and returns whether it was sent; a failure is reported by the end of the session that follows. */
    private boolean trySend(int channel, ByteBuffer bytes) {
        try {
            connection.send(channel, bytes);
            return true;
        } catch (ProblemException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
