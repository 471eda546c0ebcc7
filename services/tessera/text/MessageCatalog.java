package tessera.text;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of a package, from its {@code messages.properties}, in the language of the display
 * ({@link Locale.Category#DISPLAY}). Any thread.
 *
 * <p>
 * A sentence that a language lacks is told in English. In {@link DisplayLanguage#PSEUDO} each sentence stands in brackets.
 */
public final class MessageCatalog {

    private static final String REMEDY = ".remedy";
    private static final Map<String, MessageCatalog> BY_PACKAGE = new ConcurrentHashMap<>();
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            var components = type.isRecord() ? type.getRecordComponents() : new RecordComponent[0];
            for (var component : components) {
                component.getAccessor().setAccessible(true);
            }
            return components;
        }
    };

    private final Class<?> member;
    private final Map<String, Catalog> catalogsByLanguage = new ConcurrentHashMap<>();

    /** The sentences of one language. A pattern is parsed when it is first told: a start tells few of them. */
    private record Catalog(Properties sentences, Map<String, MessagePattern> patterns) {

        @Nullable
        MessagePattern patternOf(String key) {
            var sentence = sentences.getProperty(key);
            return sentence == null ? null : patterns.computeIfAbsent(key, _ -> MessagePattern.parse(sentence));
        }
    }

    private MessageCatalog(Class<?> member) {
        this.member = member;
    }

    /** Returns the messages of the package of a class. */
    public static MessageCatalog of(Class<?> member) {
        return BY_PACKAGE.computeIfAbsent(member.getPackageName(), _ -> new MessageCatalog(member));
    }

    /**
     * Returns the sentence of a key.
     *
     * @param arguments fill {@code {0}}, {@code {1}} and so on
     * @throws MissingResourceException if there is none
     */
    public String text(String key, @Nullable Object... arguments) {
        return format(key, name -> arguments[Integer.parseInt(name)]);
    }

    /** Returns the sentence of a key with the names of its arguments in braces in their places; empty if there is none. */
    public Optional<String> findTemplate(String key) {
        return catalog("").sentences().containsKey(key) ? Optional.of(format(key, name -> "{" + name + "}"))
                : Optional.empty();
    }

    /** Returns the words of a key that a filter finds: those of the display, and the English ones in every language. */
    public List<String> searchTexts(String key, @Nullable Object... arguments) {
        Function<String, @Nullable Object> filled = name -> arguments[Integer.parseInt(name)];
        return Stream.of(text(key, arguments), pattern("", key).format(filled)).distinct().toList();
    }

    /** Returns the sentence of a key as a reason; its remedy, under {@code key.remedy}, takes the same arguments. */
    public Reason reason(String key, Object... arguments) {
        return new CatalogReason(this, key, List.of(arguments));
    }

    /** Returns the sentences for a library that fills in variables by itself: {@code ${VARIABLE}} stays as it is. */
    public ResourceBundle asBundle() {
        return new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return catalog("").sentences().stringPropertyNames().stream()
                        .map(key -> new Object[] {key, format(key, name -> "{" + name + "}")}).toArray(Object[][]::new);
            }
        };
    }

    /** Returns the sentence of a reason of this package. */
    String reasonText(Reason reason) {
        return format(reason.code(), name -> componentOf(reason, name));
    }

    /** Returns the remedy of a reason of this package; empty if there is none. */
    String remedyText(Reason reason) {
        return remedyText(reason.code(), name -> componentOf(reason, name));
    }

    /** Returns the remedy of the sentence of a key; empty if there is none. */
    String remedyText(String sentenceKey, Function<String, @Nullable Object> arguments) {
        var key = sentenceKey + REMEDY;
        return catalog("").sentences().containsKey(key) ? format(key, arguments) : "";
    }

    /** Returns the components of a reason by name. */
    static Map<String, Object> fieldValuesOf(Reason reason) {
        var values = new LinkedHashMap<String, Object>();
        for (var component : COMPONENTS.get(reason.getClass())) {
            var value = valueOf(component, reason);
            if (value != null) {
                values.put(component.getName(), value);
            }
        }
        return values;
    }

    private String format(String key, Function<String, @Nullable Object> arguments) {
        var language = Locale.getDefault(Locale.Category.DISPLAY).getLanguage();
        var text = pattern(language, key).format(arguments);
        return language.equals(DisplayLanguage.PSEUDO.code()) ? "⟦" + text + "⟧" : text;
    }

    private MessagePattern pattern(String language, String key) {
        var pattern = catalog(language).patternOf(key);
        if (pattern == null) {
            pattern = catalog("").patternOf(key);
        }
        if (pattern == null) {
            throw new MissingResourceException("no sentence " + key + " in " + member.getPackageName(),
                    member.getPackageName(), key);
        }
        return pattern;
    }

    private static @Nullable Object componentOf(Reason reason, String name) {
        for (var component : COMPONENTS.get(reason.getClass())) {
            if (component.getName().equals(name)) {
                return valueOf(component, reason);
            }
        }
        throw new IllegalStateException(reason.code() + " has no " + name);
    }

    private static @Nullable Object valueOf(RecordComponent component, Reason reason) {
        try {
            return component.getAccessor().invoke(reason);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(reason.code() + " hides " + component.getName(), e);
        }
    }

    private Catalog catalog(String language) {
        return catalogsByLanguage.computeIfAbsent(language, this::readCatalog);
    }

    private Catalog readCatalog(String language) {
        var name = language.isEmpty() ? "messages.properties" : "messages_" + language + ".properties";
        var sentences = new Properties();
        try (var resource = member.getResourceAsStream(name)) {
            if (resource != null) {
                sentences.load(new InputStreamReader(resource, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Catalog(sentences, new ConcurrentHashMap<>());
    }
}
