package tessera.text;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A language in which sentences are told. */
public enum DisplayLanguage {
    ENGLISH("en"),
    GERMAN("de"),
    /** English with each sentence of a catalog in brackets, so that what is told without one stands out. */
    PSEUDO("qps");

    private final Locale locale;

    DisplayLanguage(String code) {
        locale = Locale.of(code);
    }

    /** Returns the language with a code of ISO 639; empty if nothing is told in it. */
    public static Optional<DisplayLanguage> findByCode(String code) {
        return Stream.of(values()).filter(language -> language.code().equals(code)).findFirst();
    }

    /** Returns the language of the display: English for one in which nothing is told. */
    public static DisplayLanguage current() {
        return findByCode(Locale.getDefault(Locale.Category.DISPLAY).getLanguage()).orElse(ENGLISH);
    }

    /** Returns the locale of lists and weekdays. British lists have no comma before “and”. */
    public Locale wordLocale() {
        return this == GERMAN ? Locale.GERMANY : Locale.UK;
    }

    /** Returns the code of ISO 639. */
    public String code() {
        return locale.getLanguage();
    }

    /** Tells all that is told from now on in this language. Numbers and dates stay as they are. */
    public void use() {
        Locale.setDefault(Locale.Category.DISPLAY, locale);
    }
}
