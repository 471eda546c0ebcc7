package tessera.demo.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One client's connection: its requests are answered one after the other. */
final class ClientConnection implements Runnable, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());
    private static final Duration IDLE = Duration.ofMinutes(2);
    private static final long DRAINED = 8L * 1024 * 1024;

    private final Socket socket;
    private final Site site;
    private volatile boolean busy;
    private volatile boolean ending;
    private @Nullable Thread peerWatch;

    /** What all connections of a server share. */
    record Site(RequestHandler handler, ServerFaults faults, Clock clock) {}

    ClientConnection(Socket socket, Site site) {
        this.socket = socket;
        this.site = site;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new WireInput(socket.getInputStream());
            var out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
            var reader = new RequestReader(in);
            while (!ending && serveOne(reader, in, out)) {
                busy = false;
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the answer under way, if any, be finished. */
    void end() {
        ending = true;
        if (!busy) {
            close();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "socket did not close", e);
        }
    }

    private boolean serveOne(RequestReader reader, WireInput in, OutputStream out)
            throws IOException, InterruptedException {
        socket.setSoTimeout((int) IDLE.toMillis());
        HttpRequest request;
        try {
            request = reader.next(() -> tell(out, "HTTP/1.1 100 Continue\r\n\r\n"));
        } catch (MalformedRequest e) {
            refuse(out, e);
            return false;
        }
        if (request == null) {
            return false;
        }
        busy = true;
        socket.setSoTimeout(0);
        var faulty = out;
        for (var fault : site.faults().striking(request)) {
            switch (fault) {
                case ServerFault.Late late -> Thread.sleep(late.by());
                case ServerFault.HeldFault held -> held.until().await();
                case ServerFault.CutFault cut -> faulty = new CutOutput(out, cut.afterBytes());
                case ServerFault.Garbage garbage -> {
                    tell(out, garbage.bytes());
                    return false;
                }
                case ServerFault.AnswerFault answer -> {
                    link(request, in, out).send(answer.status(), answer.headers(),
                            answer.body().getBytes(StandardCharsets.UTF_8));
                    return request.keepsAlive() && request.remainder().drain(DRAINED);
                }
            }
        }
        return answer(request, link(request, in, faulty));
    }

    private HttpExchange link(HttpRequest request, WireInput in, OutputStream out) {
        return new HttpExchange(request,
                new HttpExchange.ExchangeLink(in, out, site.clock(), action -> watchPeer(in, action)));
    }

    private boolean answer(HttpRequest request, HttpExchange exchange) throws IOException, InterruptedException {
        try {
            site.handler().handle(exchange);
        } catch (MalformedRequest e) {
            if (!exchange.answered()) {
                exchange.sendText(e.status(), e.getMessage() + "\n");
            }
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.WARNING, request.method() + " " + request.path() + " failed", e);
            if (exchange.answered()) {
                return false;
            }
            exchange.sendText(500, "Internal server error\n");
        }
        if (exchange.upgraded() || !exchange.answered() || !request.keepsAlive()) {
            return false;
        }
        var watching = peerWatch;
        if (watching != null) {
            peerWatch = null;
            busy = false;
            watching.join();
        }
        return request.remainder().drain(DRAINED);
    }

    /** The peer says nothing while it waits for an answer, unless it sends its next request early or goes away. */
    private void watchPeer(WireInput in, Runnable action) {
        peerWatch = Thread.ofVirtual().start(() -> {
            try {
                if (!in.awaitMore()) {
                    action.run();
                }
            } catch (IOException e) {
                action.run();
            }
        });
    }

    private static void tell(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void refuse(OutputStream out, MalformedRequest why) throws IOException {
        var phrase = why.status() + " " + StatusText.of(why.status());
        tell(out, "HTTP/1.1 " + phrase + "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
                + phrase + ": " + why.getMessage());
    }
}
