package tessera.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The settings, and the file they are kept in. A damaged file is set aside and the defaults serve; a file that cannot
 * be written costs nothing but that the settings are forgotten.
 *
 * <p>Safe for use by several threads.
 */
final class SettingsFile implements AutoCloseable {

    private static final Logger LOG = System.getLogger(SettingsFile.class.getName());
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT).enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

    private static final Executor LATER = CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS);

    private final Path file;
    private final Optional<String> message;
    private Settings settings;
    private boolean writing;

    private SettingsFile(Path file, Settings settings, Optional<String> message) {
        this.file = file;
        this.settings = settings;
        this.message = message;
    }

    static SettingsFile read(Path folder) {
        var file = folder.resolve("settings.json");
        if (!Files.exists(file)) {
            return new SettingsFile(file, Settings.DEFAULTS, Optional.empty());
        }
        try {
            return new SettingsFile(file, JSON.readValue(file.toFile(), Settings.class), Optional.empty());
        } catch (JsonProcessingException damaged) {
            return new SettingsFile(file, Settings.DEFAULTS, Optional.of(setAside(file)));
        } catch (IOException unreadable) {
            return new SettingsFile(file, Settings.DEFAULTS,
                    Optional.of("The settings in %s cannot be read; the defaults serve.".formatted(file)));
        }
    }

    private static String setAside(Path file) {
        var aside = file.resolveSibling("settings.damaged.json");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
            return "The settings were damaged and are now in %s; the defaults serve.".formatted(aside);
        } catch (IOException stuck) {
            return "The settings in %s are damaged; the defaults serve.".formatted(file);
        }
    }

    /** What has to be said about the file; empty when all is well. */
    Optional<String> message() {
        return message;
    }

    synchronized Settings settings() {
        return settings;
    }

    /** Changes the settings. They are written soon, all changes of that time at once. */
    synchronized void change(UnaryOperator<Settings> change) {
        var changed = change.apply(settings);
        if (!changed.equals(settings)) {
            settings = changed;
            if (!writing) {
                writing = true;
                LATER.execute(this::write);
            }
        }
    }

    /** Writes the settings, whole or not at all. */
    private void write() {
        Settings newest;
        synchronized (this) {
            newest = settings;
            writing = false;
        }
        try {
            Files.createDirectories(file.getParent());
            var fresh = Files.createTempFile(file.getParent(), "settings", ".json");
            JSON.writeValue(fresh.toFile(), newest);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The settings could not be written to {0}: {1}", file, e.getMessage());
        }
    }

    /** Writes what has not been written yet. */
    @Override
    public void close() {
        boolean due;
        synchronized (this) {
            due = writing;
        }
        if (due) {
            write();
        }
    }
}
