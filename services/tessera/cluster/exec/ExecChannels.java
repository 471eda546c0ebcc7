package tessera.cluster.exec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import okio.ByteString;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.SocketListener;
import tessera.exec.ExecSession;
import tessera.exec.ExecSink;
import tessera.exec.ExitStatus;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** The streams of a command over one connection: each message begins with the number of its channel. */
final class ExecChannels implements SocketListener, ExecSession {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int STATUS = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;
    /** As runc and crun write it. */
    private static final Pattern ABSENT = Pattern.compile("(?:exec: \"|executable file `)(?<program>[^\"`]++)(?:\": "
            + "(?:executable file not found|stat [^\"`]{0,400}?: no such file)|` not found)");
    private static final String KNOWS_CLOSE = "v5.channel.k8s.io";

    private final ExecSink sink;
    private final ChannelConnection line = new ChannelConnection();
    private boolean over;

    ExecChannels(ExecSink sink) {
        this.sink = sink;
    }

    /** What they go over. It may have brought something already. */
    void over(DuplexConnection agreed) {
        line.over(agreed);
    }

    @Override
    public void heard(ByteString message) {
        if (message.size() == 0 || over || line.closed()) {
            return;
        }
        var bytes = message.substring(1).toByteArray();
        switch (message.getByte(0) & 0xff) {
            case STDOUT -> output(bytes);
            case STDERR -> sink.errors(bytes);
            case STATUS -> finish(ending(bytes));
            default -> {
                // Of no other channel is anything known.
            }
        }
    }

    /** Servers begin with an empty message on every channel. */
    private void output(byte[] bytes) {
        if (bytes.length > 0) {
            sink.output(bytes);
        }
    }

    @Override
    public void ended(Optional<Problem> why) {
        finish(line.closed() ? new ExitStatus.SessionClosed()
                : new ExitStatus.ConnectionLost(why.orElseGet(() -> new Problem(ProblemKind.UNREACHABLE,
                        "The connection to the container ended without a word", "",
                        "The pod may be gone, or its node out of reach."))));
    }

    private void finish(ExitStatus ending) {
        if (!over) {
            over = true;
            sink.ended(ending);
        }
    }

    private static ExitStatus ending(byte[] said) {
        JsonNode status;
        try {
            status = JSON.readTree(new String(said, StandardCharsets.UTF_8));
        } catch (JsonProcessingException _) {
            return new ExitStatus.ConnectionLost(
                    new Problem(ProblemKind.GARBLED, "The server did not say how the command ended",
                            new String(said, StandardCharsets.UTF_8), ""));
        }
        if (status.path("status").asText("").equals("Success")) {
            return new ExitStatus.ProcessExited(0);
        }
        for (var cause : status.at("/details/causes")) {
            if (cause.path("reason").asText("").equals("ExitCode")) {
                return new ExitStatus.ProcessExited(cause.path("message").asInt(-1));
            }
        }
        return new ExitStatus.NotStarted(unstarted(status.path("message").asText("")));
    }

    /** Runtimes tell it at the end of a chain of what called what. */
    private static Problem unstarted(String said) {
        var absent = ABSENT.matcher(said);
        return absent.find()
                ? new Problem(ProblemKind.INVALID, "The container has no “%s”".formatted(absent.group("program")), said,
                        "Name a program that is in its image.")
                : new Problem(ProblemKind.INVALID, "The command could not be run", said, "");
    }

    @Override
    public void write(byte[] bytes) throws Failure, InterruptedException {
        line.write(STDIN, bytes);
    }

    @Override
    public boolean endInput() {
        return line.protocol().equals(KNOWS_CLOSE) && attempt(CLOSE, ByteString.of((byte) STDIN));
    }

    @Override
    public void resize(int columns, int rows) {
        var _ = attempt(RESIZE, ByteString.encodeUtf8("{\"Width\":%d,\"Height\":%d}".formatted(columns, rows)));
    }

    /** Whether it was sent; that it was not is told by the end that follows. */
    private boolean attempt(int channel, ByteString bytes) {
        try {
            line.send(channel, bytes);
            return true;
        } catch (Failure _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
