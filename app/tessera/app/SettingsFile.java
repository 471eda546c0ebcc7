package tessera.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
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
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.ui.Memory;

/**
 * The settings, the alert rules as the user set them, and what the window remembers, each in a file of the user's folder. The settings are only read; where they
 * cannot be understood, nothing may be changed in any cluster. What is remembered is written; a damaged file of it is set
 * aside, and one that cannot be written costs nothing but that things are forgotten.
 *
 * <p>Safe for use by several threads.
 */
final class SettingsFile implements Memory, AutoCloseable {

    private static final Logger LOG = System.getLogger(SettingsFile.class.getName());
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT).enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

    private static final Executor LATER = CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS);

    private final Path file;
    private final Settings settings;
    private final AlertSettings alerts;
    private final Optional<String> message;
    private Remembered remembered;
    private boolean writing;

    private SettingsFile(Path folder, Settings settings, Optional<String> message) {
        this.file = folder.resolve("window.json");
        this.settings = settings;
        this.alerts = AlertSettings.read(folder);
        this.message = Stream.concat(message.stream(), alerts.messages().stream())
                .reduce((one, more) -> one + " " + more);
        this.remembered = remembered(file);
    }

    static SettingsFile read(Path folder) {
        var file = folder.resolve("settings.json");
        if (!Files.exists(file)) {
            return new SettingsFile(folder, Settings.DEFAULTS, Optional.empty());
        }
        try {
            return new SettingsFile(folder, JSON.readValue(file.toFile(), Settings.class), Optional.empty());
        } catch (JsonProcessingException misunderstood) {
            return new SettingsFile(folder, Settings.CAUTIOUS, Optional.of(complaint(file, where(misunderstood))));
        } catch (IOException unreadable) {
            return new SettingsFile(folder, Settings.CAUTIOUS, Optional.of(complaint(file, "it cannot be read")));
        }
    }

    private static String complaint(Path file, String why) {
        return "The settings in %s are not understood (%s), so nothing may be changed until they are mended."
                .formatted(file, why);
    }

    private static String where(JsonProcessingException misunderstood) {
        var place = misunderstood.getLocation();
        var what = misunderstood instanceof UnrecognizedPropertyException unknown
                ? "there is no setting “%s”".formatted(unknown.getPropertyName())
                : "it is not what was expected";
        return place == null ? what : "line %d: %s".formatted(place.getLineNr(), what);
    }

    private static Remembered remembered(Path file) {
        if (!Files.exists(file)) {
            return Remembered.NOTHING;
        }
        try {
            return JSON.readValue(file.toFile(), Remembered.class);
        } catch (JsonProcessingException damaged) {
            setAside(file);
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", file, unreadable.getMessage());
        }
        return Remembered.NOTHING;
    }

    private static void setAside(Path file) {
        try {
            Files.move(file, file.resolveSibling("window.damaged.json"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException stuck) {
            LOG.log(Level.WARNING, "{0} is damaged and cannot be set aside: {1}", file, stuck.getMessage());
        }
    }

    /** What has to be said about the settings; empty when all is well. */
    Optional<String> message() {
        return message;
    }

    /** The alert rules as the user set them. */
    AlertRules rules() {
        return alerts.rules();
    }

    Settings settings() {
        return settings;
    }

    synchronized Remembered remembered() {
        return remembered;
    }

    /** Changes what is remembered. It is written soon, all changes of that time at once. */
    synchronized void remember(UnaryOperator<Remembered> change) {
        var changed = change.apply(remembered);
        if (!changed.equals(remembered)) {
            remembered = changed;
            if (!writing) {
                writing = true;
                LATER.execute(this::write);
            }
        }
    }

    @Override
    public Optional<String> recall(String key) {
        return Optional.ofNullable(remembered().parts().get(key));
    }

    @Override
    public void remember(String key, String value) {
        remember(before -> before.with(key, value));
    }

    /** Writes what is remembered, whole or not at all. */
    private void write() {
        Remembered newest;
        synchronized (this) {
            newest = remembered;
            writing = false;
        }
        try {
            Files.createDirectories(file.getParent());
            var fresh = Files.createTempFile(file.getParent(), "window", ".json");
            JSON.writeValue(fresh.toFile(), newest);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "What the window remembers could not be written to {0}: {1}", file, e.getMessage());
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
