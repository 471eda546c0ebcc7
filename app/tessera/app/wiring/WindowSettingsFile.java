package tessera.app.wiring;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import tessera.file.OwnerOnlyFiles;
import tessera.file.SizeLimitedFileReader;
import tessera.ui.WindowColumnAndThemeStore;

/**
 * The window's remembered settings in a file of their own. A damaged one is set aside, and one that cannot be written costs
 * nothing but that things are forgotten.
 *
 * <p>Safe for use by several threads.
 */
final class WindowSettingsFile implements WindowColumnAndThemeStore, AutoCloseable {

    private static final Logger LOG = System.getLogger(WindowSettingsFile.class.getName());
    private static final Executor LATER = CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS);

    private static final int LARGEST = 4 << 20;

    private final Path file;
    private RememberedWindowSettings windowSettings;
    /** What this window changed since it wrote: another window may have written the rest meanwhile. */
    private final Map<String, String> unwritten = new LinkedHashMap<>();
    private boolean writing;

    /** Lazy holder of the JSON mapper, which a first start does not need. */
    private static final class LazyJsonMapper {
        private static final ObjectMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
                .build();
    }

    private WindowSettingsFile(Path file) {
        this.file = file;
        this.windowSettings = readSettings(file);
    }

    static WindowSettingsFile readFrom(Path folder) {
        return new WindowSettingsFile(folder.resolve("window.json"));
    }

    private static RememberedWindowSettings readSettings(Path file) {
        if (!Files.exists(file)) {
            return RememberedWindowSettings.NOTHING;
        }
        try {
            return LazyJsonMapper.MAPPER.readValue(SizeLimitedFileReader.read(file, LARGEST),
                    RememberedWindowSettings.class);
        } catch (JsonProcessingException damaged) {
            setAside(file);
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", file, unreadable.getMessage());
        }
        return RememberedWindowSettings.NOTHING;
    }

    private static void setAside(Path file) {
        try {
            Files.move(file, file.resolveSibling("window.damaged.json"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException stuck) {
            LOG.log(Level.WARNING, "{0} stays damaged: {1}", file, stuck.getMessage());
        }
    }

    @Override
    public synchronized Optional<String> recall(String key) {
        return Optional.ofNullable(windowSettings.parts().get(key));
    }

    /** It is written soon, all changes of that time at once. */
    @Override
    public synchronized void remember(String key, String value) {
        var changed = windowSettings.withSetting(key, value);
        if (!changed.equals(windowSettings)) {
            windowSettings = changed;
            unwritten.put(key, value);
            if (!writing) {
                writing = true;
                LATER.execute(this::writeSettings);
            }
        }
    }

    /** Writes what was changed into the file as it is now, whole or not at all. */
    private void writeSettings() {
        Map<String, String> changes;
        synchronized (this) {
            if (!writing) {
                return; // It was written when all was closed.
            }
            changes = Map.copyOf(unwritten);
            unwritten.clear();
            writing = false;
        }
        try {
            OwnerOnlyFiles.createFolder(Objects.requireNonNull(file.getParent()));
            var latestWindowSettings = readSettings(file);
            for (var change : changes.entrySet()) {
                latestWindowSettings = latestWindowSettings.withSetting(change.getKey(), change.getValue());
            }
            OwnerOnlyFiles.replace(file, LazyJsonMapper.MAPPER.writeValueAsBytes(latestWindowSettings));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} not written: {1}", file, e.getMessage());
        }
    }

    /** Writes what has not been written yet. */
    @Override
    public void close() {
        writeSettings();
    }

    /**
     * The window's remembered settings, by name.
     *
     * @param parts columns, orders and the like, by name
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record RememberedWindowSettings(Map<String, String> parts) {

        static final RememberedWindowSettings NOTHING = new RememberedWindowSettings(Map.of());

        @SuppressWarnings("NullAway") // a file may leave out what it has no word on
        RememberedWindowSettings {
            parts = parts == null ? Map.of() : Map.copyOf(parts);
        }

        RememberedWindowSettings withSetting(String name, String value) {
            var more = new TreeMap<>(parts);
            more.put(name, value);
            return new RememberedWindowSettings(more);
        }
    }
}
